import * as v from 'valibot';

/**
 * Field schemas shared by every resource. They decode more than the interface promises (a service may
 * leave anything but an id null or absent) and carry, as metadata, what the interface does promise,
 * from which the OpenAPI document is made.
 */

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** True for text in UUID format, in any case. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** True for a day of the calendar written YYYY-MM-DD; 2025-02-30 is none. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** True for an ISO 8601 date-time with a zone, which names one instant. */
export const isTimestamp = (text: string): boolean =>
  timestampPattern.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));

/** An id: the one kind of field that is never null or absent. */
export const Id = v.pipe(v.string(), v.metadata({ format: 'uuid' }));

/** A string that is not a UUID and identifies something: a platform, a region, a series. */
export const Key = v.string();

/** A value that the interface promises; decoded as null where a service leaves it out. */
export const promised = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(v.nullish(schema, null), v.metadata({ promised: 'required' }));

/** A value that the interface lets be null. */
export const nullable = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(v.nullish(schema, null), v.metadata({ promised: 'nullable' }));

/** A value that the interface lets be absent or null. */
export const optional = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(v.nullish(schema, null), v.metadata({ promised: 'optional' }));

/** A list that reads as empty where a service sends null or nothing. */
export const list = <S extends v.GenericSchema>(item: S) =>
  v.pipe(v.nullish(v.array(item), []), v.metadata({ promised: 'required' }));

/** Cuts text to so many UTF-16 units, an ellipsis standing for the rest. */
const cutAt = (length: number) =>
  v.transform((text: string) =>
    // No half of a pair is left behind.
    text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`,
  );

/** What people wrote. Browsers take seconds over longer words, and minutes over a million letters. */
export const Text = v.pipe(v.string(), cutAt(10_000));

/** Letters of what something is called. */
export const longestName = 500;

/** What something is called: short, since many are shown at once. */
export const Name = v.pipe(v.string(), cutAt(longestName));

/** An enum that later versions may widen: unknown values pass and are shown under their own name. */
export const openEnum = (known: readonly string[]) =>
  v.pipe(v.string(), cutAt(longestName), v.metadata({ known: [...known] }));

/** ISO 8601 UTC date-time, in the words it came in: only the place that shows it decides what it can make of it. */
export const Timestamp = v.pipe(v.string(), cutAt(100), v.metadata({ format: 'date-time' }));

/** UTC calendar day, YYYY-MM-DD. */
export const Day = v.pipe(v.string(), cutAt(100), v.metadata({ format: 'date' }));

/** A number; one that JSON can write but a double cannot hold (1e999) is no value. */
export const Value = v.pipe(
  v.number(),
  v.transform((value): number | null => (Number.isFinite(value) ? value : null)),
);

/** An option or classification: what is sent, and what people read. */
export const Labelled = v.object({ value: Key, label: promised(Name) });
export type Labelled = v.InferOutput<typeof Labelled>;
