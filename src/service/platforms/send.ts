import { inBrackets, refusedLocation } from './failure.ts';
import { hideKey } from './hide-key.ts';
import { namesLocation } from './location.ts';
import { parseJson } from './parse-json.ts';
import type { PlatformAdapter, PlatformRequest, SentLocation } from './platform.ts';
import { type ErrorResponse, type ReadError, readError } from './platform-error.ts';
import { fieldsOf, textOf } from './untrusted.ts';

/** The part of `fetch` that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The response as it came. */
interface Answered {
  kind: 'answered';
  /** The parsed JSON, for the adapter. Like `raw`, without the key if that is at least `minSecretLength` long. */
  body: unknown;
  /** The text of the response, cut after `maxKeptBytes`. */
  raw: string;
}

/** What came instead of an answer; left out if no response came. */
interface WithResponse {
  response?: ErrorResponse;
}

/** Nothing was done or charged for: the question may be sent again. */
interface Refused extends WithResponse {
  kind: 'refused';
  reason: 'rate_limited' | 'overloaded' | 'no_connection' | 'not_sent';
  message: string;
  /** How long the platform asks to wait, in milliseconds; null if it does not say. */
  retryAfter: number | null;
}

/**
 * No answer came. The question may have been charged for, except after `bad_request`, `refused_location` and
 * `redirected`.
 */
interface Failed extends WithResponse {
  kind: 'failed';
  reason:
    | 'aborted'
    | 'timeout'
    | 'connection_lost'
    | 'redirected'
    | 'too_large'
    | 'not_json'
    | 'bad_request'
    | 'refused_location'
    | 'server_error';
  message: string;
}

/** The platform will refuse every other question too, until somebody changes something. */
interface Stopped extends WithResponse {
  kind: 'stopped';
  reason: 'wrong_key' | 'empty_balance' | 'spend_limit' | 'forbidden' | 'not_found';
  message: string;
}

/**
 * What became of a request. Every message is a sentence for people, without the key or anything of the response, whose
 * own message is in `response`.
 */
export type SendOutcome = Answered | Refused | Failed | Stopped;

export interface SendOptions {
  /** Replaces the platform's base URL, such as that of a gateway. */
  baseUrl?: string | undefined;
  /** Sent as `idempotency-key`, so that a gateway can tell two questions with the same text apart. */
  id?: string | undefined;
  /** Stops waiting for the answer. */
  signal: AbortSignal;
  /** How long to wait for the whole response, in milliseconds. */
  timeout: number;
}

/** How much of a response is kept as text. */
export const maxKeptBytes = 1024 * 1024;
/** How much of a response is read. */
const maxReadBytes = 8 * 1024 * 1024;
/** How much of a response with an error is read and kept. */
const maxErrorBytes = 64 * 1024;

class TooLargeError extends Error {}

/** Reads a body of at most `limit` bytes. Throws a `TooLargeError` as soon as there are more. */
async function readBytes(response: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
    if (size > limit) throw new TooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Reads the first bytes of a body. */
async function readStart(response: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    chunks.push(chunk);
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

/** Decodes UTF-8, without the beginning of a character at the end. */
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes, { stream: true });

const emptyBalanceCodes = new Set([
  'insufficient_quota',
  'billing_error',
  'insufficient_balance',
  'credit_balance_exhausted',
]);
/** How platforms say that no money is left. Google says `check your plan and billing` of rate limits too. */
const emptyBalancePattern =
  /insufficient[ _](?:quota|balance|credits?|funds)|credit balance|(?:exceeded|exhausted) your (?:current )?(?:quota|credits?|balance)|out of credits?/;

/**
 * Limits of what an account may spend, with the statuses 400 and 429: those of OpenAI
 * (https://help.openai.com/en/articles/5955604) and of Anthropic (https://platform.claude.com/docs/api/rate-limits).
 */
const spendLimitCodes = new Set([
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
  'billing_hard_limit_reached',
  'enforced_spend_limit_reached',
]);
/** “You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.” */
const spendLimitPattern = /regain access|reached your (?:[a-z]+ ){0,3}usage limits/i;

/** How platforms say that they are overloaded. `UNAVAILABLE` is Google's word. */
const overloadedPattern = /overloaded|^UNAVAILABLE$/;
/** Statuses of proxies and gateways for requests that took too long, or that they no longer waited for. */
const timeoutStatuses = new Set([408, 499]);

const wholeNumber = /^\d+(?:\.\d+)?$/;

/** How long a response asks to wait before the next attempt, in milliseconds; null if it does not say. */
function readRetryAfter(headers: Headers, { retryDelay }: ReadError): number | null {
  const millis = headers.get('retry-after-ms') ?? '';
  if (wholeNumber.test(millis)) return Math.ceil(Number(millis));
  const after = headers.get('retry-after') ?? '';
  if (wholeNumber.test(after)) return Math.ceil(Number(after) * 1_000);
  const date = after.endsWith(' GMT') ? Date.parse(after) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(retryDelay ?? '')?.[1];
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1_000);
}

/** Describes a response that is no success. @param location what was sent of the region */
function describeError(
  { vendor, keyVariable, baseUrlVariable }: PlatformAdapter,
  headers: Headers,
  error: ReadError,
  location: SentLocation | null,
): Exclude<SendOutcome, Answered> {
  const { status, word } = error;
  const said = `${vendor} answered with status ${status}${inBrackets(word)}`;
  const wrongKey: Stopped = {
    kind: 'stopped',
    reason: 'wrong_key',
    message: `${said}: it does not accept the key in ${keyVariable}.`,
  };
  const emptyBalance: Stopped = {
    kind: 'stopped',
    reason: 'empty_balance',
    message: `${said}: the account of the key in ${keyVariable} has no balance left.`,
  };
  const spendLimit: Stopped = {
    kind: 'stopped',
    reason: 'spend_limit',
    message: `${said}: the account of the key in ${keyVariable} has reached its spend limit.`,
  };
  const retryAfter = readRetryAfter(headers, error);
  const overloaded: Refused = {
    kind: 'refused',
    reason: 'overloaded',
    message: `${said}: it is overloaded.`,
    retryAfter,
  };
  const hasEmptyCode = emptyBalanceCodes.has(word ?? '');
  const saysEmpty = hasEmptyCode || emptyBalancePattern.test(error.raw.toLowerCase());
  const saysSpendLimit =
    spendLimitCodes.has(word ?? '') || spendLimitPattern.test(error.message ?? '');
  switch (status) {
    case 400:
      if (saysSpendLimit) return spendLimit;
      if (saysEmpty) return emptyBalance;
      if (word === 'API_KEY_INVALID') return wrongKey;
      break;
    case 401:
      return saysEmpty ? emptyBalance : wrongKey;
    case 402:
      return emptyBalance;
    case 403:
      return {
        kind: 'stopped',
        reason: 'forbidden',
        message: `${said}: the key in ${keyVariable} may not do this.`,
      };
    case 404:
      return {
        kind: 'stopped',
        reason: 'not_found',
        message: `${said}: it does not know the model, or ${baseUrlVariable} is wrong.`,
      };
    case 429:
      if (saysSpendLimit) return spendLimit;
      if (hasEmptyCode) return emptyBalance;
      return {
        kind: 'refused',
        reason: 'rate_limited',
        message: `${said}: too many requests.`,
        retryAfter,
      };
    case 503:
      // Proxies and gateways answer with it too, also while the platform is already at work.
      if (retryAfter === null && !overloadedPattern.test(word ?? '')) break;
      return overloaded;
    // Anthropic's status for the same.
    case 529:
      return overloaded;
  }
  if (status >= 300 && status < 400) {
    const message = `${said}: a redirect, which is not followed.`;
    return { kind: 'failed', reason: 'redirected', message };
  }
  if (
    (status === 400 || status === 422) &&
    namesLocation(`${error.param} ${error.message}`, location)
  )
    return { kind: 'failed', reason: 'refused_location', message: `${said}: ${refusedLocation}` };
  const mayHaveWorked = status >= 500 || timeoutStatuses.has(status);
  return {
    kind: 'failed',
    reason: mayHaveWorked ? 'server_error' : 'bad_request',
    message: `${said}.`,
  };
}

/** Errors of certificates, which come before anything is sent. */
const certificateCode = /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

/** Whether an error says that there never was a connection, so that nothing was sent. */
function isNeverConnected(error: unknown): boolean {
  const { code, message, syscall, errors, cause } = fieldsOf<{
    code: unknown;
    message: unknown;
    syscall: unknown;
    errors: unknown;
    cause: unknown;
  }>(error);
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isNeverConnected);
  return (
    // A port that `fetch` refuses to connect to.
    message === 'bad port' ||
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    certificateCode.test(textOf(code) ?? '') ||
    (cause !== undefined && isNeverConnected(cause))
  );
}

/** Describes what `fetch` or the reading of a body threw. */
function describeThrown(
  { vendor }: PlatformAdapter,
  error: unknown,
  { signal, timeout }: SendOptions,
  timeoutSignal: AbortSignal,
): Refused | Failed {
  if (error instanceof TooLargeError) {
    const message = `${vendor} answered with more than ${maxReadBytes / 1024 ** 2} MiB.`;
    return { kind: 'failed', reason: 'too_large', message };
  }
  if (signal.aborted) {
    const message = `The request to ${vendor} was abandoned before the answer came.`;
    return { kind: 'failed', reason: 'aborted', message };
  }
  const { cause } = fieldsOf<Error>(error);
  const { code } = fieldsOf<{ code: unknown }>(cause);
  if (
    timeoutSignal.aborted ||
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT'
  ) {
    const limit = timeoutSignal.aborted ? ` within ${timeout / 1_000} s` : ' in time';
    const message = `${vendor} did not answer${limit}.`;
    return { kind: 'failed', reason: 'timeout', message };
  }
  if (isNeverConnected(error)) {
    const message = `There is no connection to ${vendor}${inBrackets(code)}.`;
    return { kind: 'refused', reason: 'no_connection', message, retryAfter: null };
  }
  const message = `The connection to ${vendor} was lost before the answer was whole${inBrackets(code)}.`;
  return { kind: 'failed', reason: 'connection_lost', message };
}

/** What of an error is passed on. */
const toResponse = ({ status, type, code, message, raw }: ReadError): ErrorResponse => ({
  ...{ status, type, code, message, raw },
});

/** Reads the response of a platform. */
async function readOutcome(
  adapter: PlatformAdapter,
  response: Response,
  key: string,
  location: SentLocation | null,
): Promise<SendOutcome> {
  const { status, headers } = response;
  if (!response.ok) {
    const text = await readStart(response, maxErrorBytes).then(decode, () => '');
    const error = readError(status, text, key);
    return { ...describeError(adapter, headers, error, location), response: toResponse(error) };
  }
  const bytes = await readBytes(response, maxReadBytes);
  const text = hideKey(decode(bytes), key);
  const parsed = parseJson(text);
  if (parsed === null) {
    const isPage = /^\s*</.test(text);
    const what = isPage
      ? 'a web page instead of an answer'
      : 'a response that is cut off, or no JSON';
    const error = toResponse(readError(status, text.slice(0, maxErrorBytes), key));
    return {
      ...{
        kind: 'failed',
        reason: 'not_json',
        message: `${adapter.vendor} answered with ${what}.`,
      },
      // What is cut off may be an answer.
      response: { ...error, message: isPage ? error.message : null },
    };
  }
  // Bytes that are no text have become longer.
  const isTooLong = Buffer.byteLength(text) > maxKeptBytes;
  const raw = isTooLong ? decode(Buffer.from(text).subarray(0, maxKeptBytes)) : text;
  return { kind: 'answered', body: parsed.value, raw };
}

function toHeaders(
  { keyHeader }: PlatformAdapter,
  key: string,
  request: PlatformRequest,
  { id }: SendOptions,
): Headers | null {
  try {
    const headers = new Headers({ ...request.headers, accept: 'application/json' });
    if (request.body !== null) headers.set('content-type', 'application/json');
    if (id !== undefined) headers.set('idempotency-key', id);
    headers.set(keyHeader.name, keyHeader.prefix + key);
    return headers;
  } catch {
    // The error's message contains the value.
    return null;
  }
}

/**
 * Sends one request to a platform, once. Follows no redirect, and never throws.
 * @param fetch sends the request
 */
export async function sendQuestion(
  fetch: Fetch,
  adapter: PlatformAdapter,
  key: string,
  request: PlatformRequest,
  options: SendOptions,
): Promise<SendOutcome> {
  if (options.signal.aborted) {
    const message = `The request to ${adapter.vendor} was not sent.`;
    return { kind: 'refused', reason: 'not_sent', message, retryAfter: null };
  }
  const headers = toHeaders(adapter, key, request, options);
  if (headers === null) {
    const message = `The key in ${adapter.keyVariable} has characters that cannot be sent.`;
    return { kind: 'stopped', reason: 'wrong_key', message };
  }
  const timeoutSignal = AbortSignal.timeout(options.timeout);
  try {
    const response = await fetch((options.baseUrl ?? adapter.baseUrl) + request.path, {
      method: request.method,
      headers,
      body: request.body === null ? null : JSON.stringify(request.body),
      redirect: 'manual',
      signal: AbortSignal.any([options.signal, timeoutSignal]),
    });
    return await readOutcome(adapter, response, key, request.location);
  } catch (error) {
    return describeThrown(adapter, error, options, timeoutSignal);
  }
}
