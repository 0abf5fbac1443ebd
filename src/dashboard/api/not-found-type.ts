import { type EndpointName, endpointOf } from '../../contract/endpoints.ts';
import { type ProblemType, problemTypes } from '../../contract/problem.ts';
import { ApiError } from './errors.ts';

const recognisedTypes: readonly ProblemType[] = [
  problemTypes.clientNotFound,
  problemTypes.siteNotFound,
  problemTypes.brandNotFound,
  problemTypes.promptNotFound,
  problemTypes.scanNotFound,
  problemTypes.recommendationNotFound,
  problemTypes.answerNotFound,
];

/**
 * The problem type of a 404 whose own type is missing or unknown, by endpoint. Omits the timeline, whose 404 can mean a
 * missing site or a missing brand.
 */
const typeByEndpoint: Partial<Record<EndpointName, ProblemType>> = {
  clientSites: problemTypes.clientNotFound,
  filters: problemTypes.siteNotFound,
  prompt: problemTypes.promptNotFound,
  scan: problemTypes.scanNotFound,
  notes: problemTypes.recommendationNotFound,
};

/**
 * The problem type of a 404: the service's, or else the one that the endpoint implies. Null if unknown, and for any
 * other error.
 */
export function notFoundTypeOf(error: ApiError): ProblemType | null {
  if (error.kind !== 'notFound') return null;
  const recognisedType = recognisedTypes.find((type) => type === error.problemType);
  if (recognisedType) return recognisedType;
  const [method = '', path = ''] = error.call.split(' ');
  const endpoint = endpointOf(method, path);
  return endpoint === null ? null : (typeByEndpoint[endpoint] ?? null);
}

/** The same error with a problem type; the original becomes its cause. */
export function withProblemType(error: ApiError, problemType: ProblemType): ApiError {
  const { kind, call, status, reason, faults, retryAfter } = error;
  return new ApiError({
    kind,
    call,
    status,
    reason,
    faults,
    retryAfter,
    problemType,
    cause: error,
  });
}
