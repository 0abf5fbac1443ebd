import * as v from 'valibot';

/**
 * Field schemas shared by all resources. They accept more than the API promises: most fields may be null or missing,
 * but not a record's own ID. Their metadata records what the API does promise; the OpenAPI document is generated from
 * that metadata.
 */

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** Whether a text is a UUID, in upper or lower case. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** Whether two IDs are equal, ignoring case. A missing ID never equals another ID, even a missing one. */
export const isSameId = (
  one: string | null | undefined,
  other: string | null | undefined,
): boolean => one != null && one.toLowerCase() === other?.toLowerCase();

/** Whether a text is an existing calendar day, YYYY-MM-DD; false for 2025-02-30. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** Whether a text is an ISO 8601 date-time with a zone. */
export const isTimestamp = (text: string): boolean =>
  timestampPattern.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));

/** An ID. The API promises a UUID, which is not checked here. */
export const Id = v.pipe(v.string(), v.metadata({ format: 'uuid' }));

/** An identifier that need not be a UUID, such as that of a platform, a region or a series. */
export const Key = v.string();

/** A value that the API promises; null if a service leaves it out. */
export const required = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(v.nullish(schema, null), v.metadata({ promised: 'required' }));

/** A value that may be null. */
export const nullable = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(v.nullish(schema, null), v.metadata({ promised: 'nullable' }));

/** A value that may be missing or null. */
export const optional = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(v.nullish(schema, null), v.metadata({ promised: 'optional' }));

/** A list; empty if a service sends null or leaves the list out. */
export const list = <S extends v.GenericSchema>(item: S) =>
  v.pipe(v.nullish(v.array(item), []), v.metadata({ promised: 'required' }));

/** Truncates text to at most `length` UTF-16 code units, and marks the cut with an ellipsis. */
const truncateTo = (length: number) =>
  v.transform((text: string) =>
    // Drops the first half of a surrogate pair that `slice` split.
    text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`,
  );

/** Free text, limited because browsers need seconds to lay out a longer word, and minutes for a million letters. */
export const Text = v.pipe(v.string(), truncateTo(10_000));

/** The maximum length of a name, in UTF-16 code units. */
export const maxNameLength = 500;

/** A name, with a lower limit than `Text` because many names are shown together. */
export const Name = v.pipe(v.string(), truncateTo(maxNameLength));

/** An enum that later versions may extend: unknown values are accepted and shown unchanged. */
export const openEnum = (known: readonly string[]) =>
  v.pipe(v.string(), truncateTo(maxNameLength), v.metadata({ known: [...known] }));

/** An ISO 8601 date-time in UTC, as text. It is not validated, so code that shows it must handle an invalid one. */
export const Timestamp = v.pipe(v.string(), truncateTo(100), v.metadata({ format: 'date-time' }));

/** A UTC calendar day, YYYY-MM-DD. Like `Timestamp`, it is not validated. */
export const Day = v.pipe(v.string(), truncateTo(100), v.metadata({ format: 'date' }));

/** A number; null for one that is too large for a double, such as 1e999. */
export const Value = v.pipe(
  v.number(),
  v.transform((value): number | null => (Number.isFinite(value) ? value : null)),
);

/** An option or classification: the value to send, and the label to show. */
export const LabelledValue = v.object({ value: Key, label: required(Name) });
export type LabelledValue = v.InferOutput<typeof LabelledValue>;
