import { type EndpointName, endpointOf } from '../../contract/endpoints.ts';
import { type ProblemType, problemTypes } from '../../contract/problem.ts';
import { ApiError } from './errors.ts';

const kinds: readonly ProblemType[] = [
  problemTypes.clientNotFound,
  problemTypes.siteNotFound,
  problemTypes.brandNotFound,
  problemTypes.promptNotFound,
  problemTypes.scanNotFound,
  problemTypes.recommendationNotFound,
];

/** What is missing when a 404 has no type, by the endpoint called. A timeline's may be one of two. */
const levels: Partial<Record<EndpointName, ProblemType>> = {
  clientSites: problemTypes.clientNotFound,
  filters: problemTypes.siteNotFound,
  prompt: problemTypes.promptNotFound,
  scan: problemTypes.scanNotFound,
  notes: problemTypes.recommendationNotFound,
};

/** Which of the six is missing after a 404, by its type, else by its call; null when neither shows. */
export function missingOf(error: ApiError): ProblemType | null {
  if (error.kind !== 'notFound') return null;
  const named = kinds.find((kind) => kind === error.problemType);
  if (named) return named;
  const [method = '', path = ''] = error.call.split(' ');
  const endpoint = endpointOf(method, path);
  return endpoint === null ? null : (levels[endpoint] ?? null);
}

/** The same error, with the kind of 404 that it turned out to be. */
export function asMissing(error: ApiError, problemType: ProblemType): ApiError {
  const { kind, call, status, reason, faults, retryAfter } = error;
  return new ApiError({
    ...{ kind, call, status, reason, faults, retryAfter },
    problemType,
    cause: error,
  });
}
