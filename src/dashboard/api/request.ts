import type * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { sessionHeader } from '../../contract/page-settings.ts';
import type { Transport } from '../../contract/report-file.ts';
import { earlyRequests } from './early-requests.ts';
import { kindOf, readErrorBody, retryAfterOf } from './error-response.ts';
import { ApiError } from './errors.ts';
import { pause } from './pace.ts';

/** Milliseconds within which the whole response must arrive. */
export const responseTimeout = 15_000;
const maxBodySize = 32 * 1024 * 1024;
const maxErrorBodySize = 64 * 1024;
const largeTextLength = 1024 * 1024;

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  search?: URLSearchParams;
  /** Sent as JSON. */
  body?: unknown;
  /** The ID of the session that this page belongs to; null before sign-in. */
  session: string | null;
  signal?: AbortSignal | undefined;
  /** Replaces `fetch` outside a browser. */
  transport?: Transport | undefined;
}

const addressOf = ({ path, search }: Call): string => {
  const query = search?.toString();
  return query ? `${path}?${query}` : path;
};

/** Sends a call to the page's own host. The only use of `fetch` in the dashboard. */
export function send(
  call: Call,
  signal: AbortSignal,
  priority: RequestPriority = 'auto',
): Promise<Response> {
  const { method, body, session, transport = fetch } = call;
  const headers = new Headers({ Accept: 'application/json' });
  if (session !== null) headers.set(sessionHeader, session);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  return transport(addressOf(call), {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    priority,
    signal,
  });
}

/** Identifies a call by its method, session and address. Ignores the body. */
export const callKeyOf = (call: Call): string =>
  `${call.method} ${call.session} ${addressOf(call)}`;

/** Reads the body as text. @returns null if it is longer than `limit` bytes, without reading the rest */
async function readText(response: Response, limit: number): Promise<string | null> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let bytes = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > limit) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

async function readErrorResponse(response: Response, call: string): Promise<ApiError> {
  const body = await readText(response, maxErrorBodySize);
  const errorBody = readErrorBody(body ?? '');
  return new ApiError({
    call,
    kind: kindOf(response.status, errorBody.problemType),
    status: response.status,
    retryAfter: retryAfterOf(response.headers.get('Retry-After'), Date.now()),
    ...errorBody,
  });
}

/** @throws ApiError for an error response, and for a response that is too large or unreadable. */
async function readResponse<S extends v.GenericSchema>(
  response: Response,
  schema: S,
  call: string,
): Promise<v.InferOutput<S>> {
  if (!response.ok) throw await readErrorResponse(response, call);
  const { status } = response;
  const text = await readText(response, maxBodySize);
  if (text === null) throw new ApiError({ kind: 'tooLarge', call, status });
  let parsed: unknown;
  try {
    parsed = text === '' ? undefined : JSON.parse(text);
  } catch {
    // Without a `cause`: the parser's message would quote the response.
    throw new ApiError({ kind: 'unreadable', call, status, reason: 'the response is not JSON' });
  }
  // Parsing a large text has already blocked the page for a while.
  if (text.length > largeTextLength) await pause();
  const decoded = decode(schema, parsed);
  if (decoded.ok) return decoded.value;
  const reason = `${decoded.path}: ${decoded.reason}`;
  throw new ApiError({ kind: 'unreadable', call, status, reason });
}

/**
 * Makes one call to the page's own host.
 * @returns the decoded response; an empty body is decoded as undefined
 * @throws ApiError for every failure, or the signal's reason if the caller aborts
 */
export async function request<S extends v.GenericSchema>(
  call: Call,
  schema: S,
): Promise<v.InferOutput<S>> {
  const { method, path, signal } = call;
  const callName = `${method} ${path}`;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), responseTimeout);
  try {
    const stopSignal = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    const waitForResponse = earlyRequests.claim(callKeyOf(call));
    const response = await (waitForResponse ? waitForResponse(stopSignal) : send(call, stopSignal));
    return await readResponse(response, schema, callName);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    signal?.throwIfAborted();
    const kind = timeout.signal.aborted ? 'timeout' : 'unreachable';
    throw new ApiError({ kind, call: callName, cause });
  } finally {
    clearTimeout(timer);
  }
}
