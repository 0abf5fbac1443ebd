import type { PlatformFailure, UnansweredReason } from './platform.ts';
import type { Spent } from './spent.ts';
import { textOf } from './untrusted.ts';

const messages: Readonly<Record<UnansweredReason, string>> = {
  platform_error: 'The platform reports an error instead of an answer',
  incomplete: 'The answer is cut short',
  search_failed: 'None of the platform’s searches worked',
  declined: 'The platform declines to answer this question',
  unexpected_form: 'The response is not in the form that the platform documents',
  paused_too_often: 'The platform paused more often than is waited for',
};

const plainCode = /^[A-Za-z][A-Za-z_]{0,59}$/;

/** A code of a platform; null for any text that does not look like a code, which could be a part of an answer or a key. */
export function plainCodeOf(code: unknown): string | null {
  const text = textOf(code);
  return text !== null && plainCode.test(text) ? text : null;
}

/** A code of a platform in brackets, to end a sentence with; empty for any text that does not look like a code. */
export function inBrackets(code: unknown): string {
  const text = plainCodeOf(code);
  return text === null ? '' : ` (${text})`;
}

/** How the reason of a question ends whose platform does not take its location. It tells such questions apart later. */
export const refusedLocation = 'it does not take questions from this location.';

/**
 * Describes a response without an answer.
 * @param spent what the response cost all the same
 * @param code the platform's own word for the reason, if any
 */
export const failureOf = (
  reason: UnansweredReason,
  spent: Spent,
  code?: unknown,
): PlatformFailure => ({
  kind: 'failed',
  reason,
  message: `${messages[reason]}${inBrackets(code)}.`,
  ...spent,
});
