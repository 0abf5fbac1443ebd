import type { ParameterFault } from '../../contract/parameters.ts';
import { problemTypes } from '../../contract/problem.ts';

/**
 * What went wrong, grouped by what can be done about it.
 * - `signedOut`: 401. `sessionMismatch`: another session has replaced the one that this page belongs to.
 * - `forbidden`: 403. `notFound`: 404. `refused`: any other 4xx, with the parameters at fault if they are named.
 * - `busy`: 429 or 503. `failed`: any other 5xx. Both may be temporary.
 * - `unreadable`: not the JSON that the interface describes. `tooLarge`: more than this page can show.
 * - `incomplete`: a list that could not be read to its end; the reason says why and, if known, what to check.
 * - `timeout`: no complete response in time. `unreachable`: no response, or one that broke off. `offline`: not sent.
 */
export type ApiErrorKind =
  | 'signedOut'
  | 'sessionMismatch'
  | 'forbidden'
  | 'notFound'
  | 'refused'
  | 'busy'
  | 'failed'
  | 'unreadable'
  | 'tooLarge'
  | 'incomplete'
  | 'timeout'
  | 'unreachable'
  | 'offline';

interface ApiErrorParts {
  kind: ApiErrorKind;
  /** Method and path, without the query. */
  call: string;
  status?: number | null;
  problemType?: string | null;
  reason?: string | null;
  faults?: readonly ParameterFault[];
  retryAfter?: number | null;
  cause?: unknown;
}

/**
 * The error of every failed request. To keep secrets out, it stores only the method and path of the request and, of the
 * response, only what the fields below describe.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly call: string;
  /** HTTP status; null without a response, or if the status says nothing about the error. */
  readonly status: number | null;
  /** RFC 9457 `type`; null if the response had none. */
  readonly problemType: string | null;
  /** The service's explanation, or the page's own for a response it cannot read or show in full; null if none. */
  readonly reason: string | null;
  /** Parameters that the service refused, each with the reason. */
  readonly faults: readonly ParameterFault[];
  /** Milliseconds to wait before a retry, as the service requested, at most 60,000; null if it did not. */
  readonly retryAfter: number | null;

  constructor(parts: ApiErrorParts) {
    super(`${parts.call}: ${parts.kind}`, { cause: parts.cause });
    this.kind = parts.kind;
    this.call = parts.call;
    this.status = parts.status ?? null;
    this.problemType = parts.problemType ?? null;
    this.reason = parts.reason ?? null;
    this.faults = parts.faults ?? [];
    this.retryAfter = parts.retryAfter ?? null;
  }
}

/** Whether the service responded with 404. */
export const isNotFound = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'notFound';

const messages: Record<ApiErrorKind, string> = {
  signedOut: 'You are signed out.',
  sessionMismatch: 'A newer sign-in replaced this session.',
  forbidden: 'This key does not have permission to do this.',
  notFound: 'Not found, or this key has no access to it.',
  refused: 'The service refused the request.',
  busy: 'The service is busy.',
  failed: 'The service failed.',
  unreadable: 'The service sent an unreadable response.',
  tooLarge: 'The response is too large to show. Narrow the filters or dates.',
  incomplete: 'The list is incomplete.',
  timeout: 'The service did not respond in time.',
  unreachable: 'The service could not be reached. Check your connection.',
  offline: 'You are offline.',
};

/** A map rather than an object, because a service may send any text as the type, such as `constructor`. */
const notFoundMessages = new Map<string, string>([
  [problemTypes.clientNotFound, 'Client not found, or this key has no access to it.'],
  [problemTypes.siteNotFound, 'Site not found, or this key has no access to it.'],
  [problemTypes.brandNotFound, 'Brand not found on this site.'],
  [problemTypes.promptNotFound, 'Prompt not found on this site.'],
  [problemTypes.scanNotFound, 'Scan not found on this site.'],
  [problemTypes.recommendationNotFound, 'Recommendation not found on this site.'],
  [problemTypes.answerNotFound, 'Answer not found on this site.'],
]);

/** Describes an error to the user. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page.';
  return notFoundMessages.get(error.problemType ?? '') ?? messages[error.kind];
}

/** Details to pass on to support, one per line. */
export function technicalDetails(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  const details = [
    ['call', error.call],
    ['kind', error.kind],
    ['status', error.status],
    ['type', error.problemType],
    ['reason', error.reason],
    ...error.faults.map((fault) => [fault.parameter, fault.message]),
  ];
  return details
    .flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
    .join('\n');
}
