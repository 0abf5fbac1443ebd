/**
 * The fields of a value that should have the type `T`, or of one of its members if `T` is a union. Only the names are
 * taken from the type; whatever is in the fields must be checked.
 */
export type Fields<T> = { readonly [Name in T extends unknown ? keyof T : never]?: unknown };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The fields of a value from outside; none if it is no object. */
export const fieldsOf = <T>(value: unknown): Fields<T> =>
  (isObject(value) ? value : {}) as Fields<T>;

/** The items of a list from outside; none if it is no list. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The fields of those items of a list from outside whose `type` is the given one. */
export const itemsOfType = <T extends { type?: string }>(
  list: unknown,
  type: NonNullable<T['type']>,
): readonly Fields<T>[] =>
  itemsOf(list).flatMap((item) =>
    fieldsOf<{ type: unknown }>(item).type === type ? fieldsOf<T>(item) : [],
  );

/**
 * A text from outside; null if it is none, or empty. Half a surrogate pair becomes U+FFFD, since stores cannot keep it.
 */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.toWellFormed() : null;

/** Control characters, and marks that reorder what is shown after them. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A text from outside that is shown on one line, such as a title, without controls; null if nothing is left. */
export const lineOf = (value: unknown): string | null =>
  textOf(textOf(value)?.replace(controls, ' ').trim());

/** All texts of a list from outside. */
export const textsOf = (list: unknown): readonly string[] =>
  itemsOf(list).flatMap((item) => textOf(item) ?? []);

/** The texts of an answer's parts, joined. */
export const joinTexts = (parts: readonly { readonly text?: unknown }[]): string =>
  parts.map(({ text }) => textOf(text) ?? '').join('');

/** Far more than any answer uses; keeps sums and costs exact. */
export const maxCount = 100_000_000;

/** A count from outside, at most a hundred million; 0 for anything but a whole number of at least 0. */
export const countOf = (value: unknown): number =>
  Number.isInteger(value) && typeof value === 'number' && value > 0 ? Math.min(value, maxCount) : 0;

/** Whether each value from outside is left out, or a whole number from 0 to a hundred million. */
export const areCounts = (values: readonly unknown[]): boolean =>
  values.every((value) => (value ?? 0) === countOf(value));
