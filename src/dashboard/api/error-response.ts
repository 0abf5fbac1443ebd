import type { ParameterFault } from '../../contract/parameters.ts';
import { problemTypes } from '../../contract/problem.ts';
import type { ApiErrorKind } from './errors.ts';

/** The longest wait that a service can request, in milliseconds. */
const maxWait = 60_000;
const maxReasonLength = 500;

/** The content of an error body, as far as it can be read. Missing parts are null or empty. */
export interface ErrorBody {
  problemType: string | null;
  reason: string | null;
  faults: readonly ParameterFault[];
}

const isRecord = (value: unknown): value is Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A value as text to show, limited in length; null if it is not text, is empty or looks like markup. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.startsWith('<') ? null : text.slice(0, maxReasonLength);
}

function toFaults(value: unknown): ParameterFault[] {
  if (!isRecord(value)) return [];
  const parameter = textOf(value['parameter']);
  const message = textOf(value['message']);
  return parameter && message ? [{ parameter, message }] : [];
}

/**
 * Reads an error body: RFC 9457, or any JSON object with a reason in `detail`, `message`, `error`, `error.detail`,
 * `error.message` or `title`. Anything else, such as HTML, has no reason.
 */
export function readErrorBody(body: string): ErrorBody {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(body);
  } catch {
    // Not JSON: only the status is known.
  }
  if (!isRecord(parsed)) return { problemType: null, reason: null, faults: [] };
  const nestedError = isRecord(parsed['error']) ? parsed['error'] : {};
  const candidates = [
    parsed['detail'],
    parsed['message'],
    parsed['error'],
    nestedError['detail'],
    nestedError['message'],
    parsed['title'],
  ];
  const errors: unknown = parsed['errors'];
  return {
    problemType: textOf(parsed['type']),
    reason: candidates.map(textOf).find((text) => text !== null) ?? null,
    faults: Array.isArray(errors) ? errors.flatMap(toFaults) : [],
  };
}

/** Maps a status to a kind of error. The problem type identifies a replaced session and the host's upstream timeout. */
export function kindOf(status: number, problemType: string | null): ApiErrorKind {
  if (status === 401) return 'signedOut';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 409 && problemType === problemTypes.sessionMismatch) return 'sessionMismatch';
  if (problemType === problemTypes.upstreamTimeout) return 'timeout';
  if (status === 429 || status === 503) return 'busy';
  return status >= 500 ? 'failed' : 'refused';
}

/**
 * Reads `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3).
 * @returns milliseconds from `now`, 0 to 60,000; null when absent or unreadable.
 */
export function retryAfterOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), maxWait);
}
