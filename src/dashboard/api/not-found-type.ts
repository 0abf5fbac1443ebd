import { isFilled } from '../../contract/endpoint.ts';
import { notesPath } from '../../contract/endpoints/notes.ts';
import { promptPath } from '../../contract/endpoints/prompts.ts';
import { filtersPath } from '../../contract/endpoints/reports.ts';
import { scanPath } from '../../contract/endpoints/scans.ts';
import { clientSitesPath } from '../../contract/endpoints/sites.ts';
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
 * The problem type of a 404 whose own type is missing or unknown, by the endpoint's path. Omits the timeline, whose 404 can mean a
 * missing site or a missing brand.
 */
const typesByPath: readonly (readonly [path: string, ProblemType])[] = [
  [clientSitesPath, problemTypes.clientNotFound],
  [filtersPath, problemTypes.siteNotFound],
  [promptPath, problemTypes.promptNotFound],
  [scanPath, problemTypes.scanNotFound],
  [notesPath, problemTypes.recommendationNotFound],
];

/**
 * The problem type of a 404: the service's, or else the one that the endpoint implies. Null if unknown, and for any
 * other error.
 */
export function notFoundTypeOf(error: ApiError): ProblemType | null {
  if (error.kind !== 'notFound') return null;
  const recognisedType = recognisedTypes.find((type) => type === error.problemType);
  if (recognisedType) return recognisedType;
  const [, requested = ''] = error.call.split(' ');
  const implied = typesByPath.find(([path]) => isFilled(path, requested));
  return implied?.[1] ?? null;
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
