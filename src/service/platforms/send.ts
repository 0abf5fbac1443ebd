import { inBrackets } from './failure.ts';
import type { PlatformAdapter, PlatformRequest } from './platform.ts';
import { fieldsOf, itemsOf, textOf } from './untrusted.ts';

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

/** Nothing was done or charged for: the question may be sent again. */
interface Refused {
  kind: 'refused';
  reason: 'rate_limited' | 'overloaded' | 'no_connection' | 'not_sent';
  message: string;
  /** How long the platform asks to wait, in milliseconds; null if it does not say. */
  retryAfter: number | null;
}

/** No answer came. The question may have been charged for, except after `bad_request` and `redirected`. */
interface Failed {
  kind: 'failed';
  reason:
    | 'aborted'
    | 'timeout'
    | 'connection_lost'
    | 'redirected'
    | 'too_large'
    | 'not_json'
    | 'bad_request'
    | 'server_error';
  message: string;
}

/** The platform will refuse every other question too, until somebody changes something. */
interface Stopped {
  kind: 'stopped';
  reason: 'wrong_key' | 'empty_balance' | 'forbidden' | 'not_found';
  message: string;
}

/** What became of a request. Every message is a sentence for people, without the key or anything of the answer. */
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
/** How much of a response with an error is read. */
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

/** Decodes UTF-8, without the beginning of a character at the end. */
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes, { stream: true });

function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** What a platform says of an error. */
interface PlatformError {
  /** The platform's word for it, such as `insufficient_quota`. */
  code: string | null;
  /** Everything it says, in lower case. Never shown: it may repeat the key. */
  description: string;
  /** Google's word for how long to wait, such as `34s`. */
  retryDelay: string | null;
}

function readError(text: string): PlatformError {
  const parsed = parseJson(text)?.value;
  const body = fieldsOf<{ error: unknown }>(Array.isArray(parsed) ? parsed[0] : parsed);
  const error = fieldsOf<{ code: unknown; type: unknown; status: unknown; details: unknown }>(
    body.error,
  );
  const details = itemsOf(error.details).map(fieldsOf<{ reason: unknown; retryDelay: unknown }>);
  const words = [...details.map(({ reason }) => reason), error.code, error.type, error.status];
  return {
    code: words.map(textOf).find((word) => word !== null) ?? null,
    description: text.toLowerCase(),
    retryDelay: details.map(({ retryDelay }) => textOf(retryDelay)).find((delay) => delay) ?? null,
  };
}

const emptyBalanceCodes = new Set(['insufficient_quota', 'billing_error', 'insufficient_balance']);
/** How platforms say that no money is left. Google says `check your plan and billing` of rate limits too. */
const emptyBalancePattern =
  /insufficient[ _](?:quota|balance|credits?|funds)|credit balance|(?:exceeded|exhausted) your (?:current )?(?:quota|credits?|balance)|out of credits?/;

/** How platforms say that they are overloaded. `UNAVAILABLE` is Google's word. */
const overloadedPattern = /overloaded|^UNAVAILABLE$/;
/** Statuses of proxies and gateways for requests that took too long, or that they no longer waited for. */
const timeoutStatuses = new Set([408, 499]);

const wholeNumber = /^\d+(?:\.\d+)?$/;

/** How long a response asks to wait before the next attempt, in milliseconds; null if it does not say. */
function readRetryAfter(headers: Headers, { retryDelay }: PlatformError): number | null {
  const millis = headers.get('retry-after-ms') ?? '';
  if (wholeNumber.test(millis)) return Math.ceil(Number(millis));
  const after = headers.get('retry-after') ?? '';
  if (wholeNumber.test(after)) return Math.ceil(Number(after) * 1_000);
  const date = after.endsWith(' GMT') ? Date.parse(after) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(retryDelay ?? '')?.[1];
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1_000);
}

/** Describes a response that is no success. */
function describeError(
  { vendor, keyVariable, baseUrlVariable }: PlatformAdapter,
  response: Response,
  error: PlatformError,
  key: string,
): Exclude<SendOutcome, Answered> {
  const { status } = response;
  const code = error.code?.includes(key) || key.includes(error.code ?? key) ? null : error.code;
  const said = `${vendor} answered with status ${status}${inBrackets(code)}`;
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
  const retryAfter = readRetryAfter(response.headers, error);
  const overloaded: Refused = {
    kind: 'refused',
    reason: 'overloaded',
    message: `${said}: it is overloaded.`,
    retryAfter,
  };
  const hasEmptyCode = emptyBalanceCodes.has(code ?? '');
  const saysEmpty = hasEmptyCode || emptyBalancePattern.test(error.description);
  switch (status) {
    case 400:
      if (saysEmpty) return emptyBalance;
      if (code === 'API_KEY_INVALID') return wrongKey;
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
      if (hasEmptyCode) return emptyBalance;
      return {
        kind: 'refused',
        reason: 'rate_limited',
        message: `${said}: too many requests.`,
        retryAfter,
      };
    case 503:
      // Proxies and gateways answer with it too, also while the platform is already at work.
      if (retryAfter === null && !overloadedPattern.test(code ?? '')) break;
      return overloaded;
    // Anthropic's status for the same.
    case 529:
      return overloaded;
  }
  if (status >= 300 && status < 400) {
    const message = `${said}: a redirect, which is not followed.`;
    return { kind: 'failed', reason: 'redirected', message };
  }
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

/** Shorter keys, such as those of a local gateway, are words that answers may contain. */
const minSecretLength = 12;

/** The pattern of one code unit in the text of a JSON document, where it may be written as an escape. */
function toUnitPattern(unit: string): string {
  const code = unit.charCodeAt(0).toString(16).padStart(4, '0');
  const escaped = `\\\\u${code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
  const slash = /["\\/]/.test(unit) ? '\\\\?' : '';
  return `(?:${slash}\\u${code}|${escaped})`;
}

/** Replaces the key in what a platform or a gateway says: some repeat the headers of a request. */
function hideKey(text: string, key: string): string {
  // Headers carry no spaces around a value.
  const sent = key.trim();
  if (sent.length < minSecretLength) return text;
  return text.replace(new RegExp(sent.split('').map(toUnitPattern).join(''), 'g'), '[key]');
}

/** Reads the response of a platform. */
async function readOutcome(
  adapter: PlatformAdapter,
  response: Response,
  key: string,
): Promise<SendOutcome> {
  if (!response.ok) {
    const text = await readBytes(response, maxErrorBytes).then(decode, () => '');
    return describeError(adapter, response, readError(hideKey(text, key)), key);
  }
  const bytes = await readBytes(response, maxReadBytes);
  const text = hideKey(decode(bytes), key);
  const parsed = parseJson(text);
  if (parsed === null) {
    const what = /^\s*</.test(text)
      ? 'a web page instead of an answer'
      : 'a response that is cut off, or no JSON';
    const message = `${adapter.vendor} answered with ${what}.`;
    return { kind: 'failed', reason: 'not_json', message };
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
    return await readOutcome(adapter, response, key);
  } catch (error) {
    return describeThrown(adapter, error, options, timeoutSignal);
  }
}
