import { plainCodeOf } from './failure.ts';
import { createKeyCheck, hideKeyParts } from './hide-key.ts';
import { parseJson } from './parse-json.ts';
import { fieldsOf, itemsOf, textOf } from './untrusted.ts';

/** What a platform, or a gateway before it, says instead of an answer, without the key and its parts. */
interface PlatformError {
  /** That of the response. */
  status: number;
  /** Its words for the kind of error, such as `rate_limit_error`; null for text that does not look like a code. */
  type: string | null;
  code: string | null;
  /**
   * Its own message, on one line of at most 300 characters; null if there is none. Somebody else's text, which may repeat
   * the question: not for logs, nor for what stays when a scan is deleted.
   */
  message: string | null;
}

/** An error as it came. */
export interface ErrorResponse extends PlatformError {
  /** The text of the response, without the key and its parts. */
  raw: string;
}

/** What only the sender needs of an error. */
export interface ReadError extends ErrorResponse {
  /** The most exact of its codes, to show in brackets. */
  word: string | null;
  /** What in the request it is about, such as `tools[0].user_location.country`. */
  param: string;
  /** Google's word for how long to wait, such as `34s`. */
  retryDelay: string | null;
}

const maxMessageLength = 300;
/** Far more than a message has. */
const maxScannedLength = 8_192;

const entities: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' },
};

/** The title of a web page; null if it has none. */
function titleOf(page: string): string | null {
  const start = page.search(/<title[\s>]/i);
  const open = start === -1 ? -1 : page.indexOf('>', start);
  if (open === -1) return null;
  const end = page.indexOf('<', open);
  const title = page.slice(open + 1, end === -1 ? undefined : end);
  return title.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity);
}

const isPage = (text: string): boolean => text.trimStart().startsWith('<');

/** Somebody else's text on one short line, without control characters and invisible ones; null if nothing is left. */
function toMessage(text: string | null, key: string): string | null {
  if (text === null) return null;
  const said = isPage(text) ? titleOf(text) : text;
  const visible = (said ?? '')
    .slice(0, maxScannedLength)
    .toWellFormed()
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  return textOf([...hideKeyParts(visible, key)].slice(0, maxMessageLength).join(''));
}

interface ErrorFields {
  code: unknown;
  type: unknown;
  status: unknown;
  message: unknown;
  param: unknown;
  details: unknown;
}

/** Where platforms, and gateways with other habits, have their message. */
function findMessage(body: unknown): string | null {
  const { error, message, detail, errors, error_description } = fieldsOf<{
    error: unknown;
    message: unknown;
    detail: unknown;
    errors: unknown;
    error_description: unknown;
  }>(body);
  const candidates = [
    fieldsOf<ErrorFields>(error).message,
    ...[error_description, message, detail, error],
    fieldsOf<{ msg: unknown }>(itemsOf(detail)[0]).msg,
    fieldsOf<ErrorFields>(itemsOf(errors)[0]).message,
  ];
  return candidates.map(textOf).find((text) => text !== null) ?? null;
}

/**
 * Reads what a response says of an error, whatever it is: the error of a platform, the web page of a gateway, or text.
 * @param text the body
 * @param key the key that was sent
 */
export function readError(status: number, text: string, key: string): ReadError {
  const parsed = parseJson(text);
  const body = Array.isArray(parsed?.value) ? parsed.value[0] : parsed?.value;
  const error = fieldsOf<ErrorFields>(fieldsOf<{ error: unknown }>(body).error);
  // Google's details are a list, Anthropic's are fields.
  const details = [...itemsOf(error.details), error.details].map(
    fieldsOf<{ reason: unknown; error_code: unknown; retryDelay: unknown }>,
  );
  const showsKey = createKeyCheck(key);
  const firstOf = (words: readonly unknown[]): string | null =>
    words
      .map(plainCodeOf)
      .find((word) => word !== null && !showsKey(word) && !key.includes(word)) ?? null;
  const detailed = details.flatMap(({ reason, error_code }) => [reason, error_code]);
  const code = firstOf([...detailed, error.code]);
  const type = firstOf([error.type, error.status]);
  return {
    ...{ status, type, code, word: code ?? type },
    message: toMessage(parsed ? findMessage(body) : text, key),
    raw: hideKeyParts(text, key),
    param: textOf(error.param) ?? '',
    retryDelay: details.map(({ retryDelay }) => textOf(retryDelay)).find((delay) => delay) ?? null,
  };
}
