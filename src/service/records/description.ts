import * as v from 'valibot';
import { type StoredColumn, storedEntriesOf } from './columns.ts';
import { instant as givenInstant } from './given-fields.ts';

/** A field of a record: what a file gives, and the column with its name. */
interface Field extends StoredColumn {
  /** How an import file gives it; absent if files do not have it. */
  given?: v.GenericSchema;
  /** The value of the column, if that is not the stored one. */
  toColumn?(stored: unknown): unknown;
  /** What an import reads of the stored value, if that is not the stored one. */
  toGiven?(stored: unknown): unknown;
  /** What a file has of the given value, if that is not the given one. */
  toFile?(given: unknown): unknown;
}
type Fields = Readonly<Record<string, Field>>;

type GivenEntries<F> = {
  [N in keyof F as F[N] extends { given: v.GenericSchema } ? N : never]: F[N] extends {
    given: infer S extends v.GenericSchema;
  }
    ? S
    : never;
};
const givenEntriesOf = <const F extends Fields>(fields: F): GivenEntries<F> =>
  // The list has every key of its type, since both come from the fields.
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { given }]) => (given ? [[name, given]] : [])),
  ) as GivenEntries<F>;

type PatchEntries<E> = {
  [N in keyof E]: N extends 'type' | 'id'
    ? E[N]
    : E[N] extends v.GenericSchema
      ? v.OptionalSchema<E[N], undefined>
      : never;
};

/** The schema of a record that changes only the fields it names, of the record with its ID. */
export const toPatchSchema = <const E extends v.ObjectEntries>({
  entries,
}: v.ObjectSchema<E, undefined>) =>
  v.object(
    Object.fromEntries(
      Object.entries(entries).map(([name, schema]) => [
        name,
        name === 'type' || name === 'id' ? schema : v.optional(schema as v.GenericSchema),
      ]),
    ) as PatchEntries<E>,
  );

/**
 * Describes a type of record. Everything about its fields is made from this: how an import reads them and what it can
 * change, the table of the records, inserts and reads, and the lines of exports.
 * @param owner the field with the ID of the record that it belongs to
 */
export const describeRecord = <
  const T extends string,
  const O extends string,
  const F extends Fields,
>(
  type: T,
  owner: O,
  fields: F,
) => ({
  type,
  owner,
  /** Without the types of their values, so that they can be read one after another. */
  fields: fields as Fields,
  Given: v.object({ type: v.literal(type), ...givenEntriesOf(fields) }),
  Stored: v.object(storedEntriesOf(fields)),
});

export interface RecordDescription {
  type: string;
  owner: string;
  fields: Fields;
  Given: { entries: object };
}

type ByName = Readonly<Record<string, unknown>>;

/** The values of a stored record's columns, by name. */
export function toColumns({ fields }: RecordDescription, stored: object): Record<string, unknown> {
  const values: ByName = { ...stored };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.stored ? [[name, field.toColumn ? field.toColumn(values[name]) : values[name]]] : [],
    ),
  );
}

/** A stored record as an import reads it. */
export function toGivenFields({ type, fields, Given }: RecordDescription, stored: object): object {
  const values: ByName = { ...stored, type };
  return Object.fromEntries(
    Object.keys(Given.entries).map((name) => [
      name,
      fields[name]?.toGiven?.(values[name]) ?? values[name],
    ]),
  );
}

/** A stored record as a file has it. */
export function toFileFields(description: RecordDescription, stored: object): object {
  return Object.fromEntries(
    Object.entries(toGivenFields(description, stored)).map(([name, value]) => [
      name,
      description.fields[name]?.toFile?.(value) ?? value,
    ]),
  );
}

/** The ID of a record. */
export const uuid = { type: 'UUID', stored: v.string() } as const;
export const string = { type: 'String', stored: v.string() } as const;
const toTimestamp = (at: unknown): unknown =>
  typeof at === 'number' ? new Date(at).toISOString() : at;

/** An instant, in milliseconds since the epoch. */
export const instant = {
  given: givenInstant,
  type: 'Int64',
  stored: v.number(),
  toFile: toTimestamp,
} as const;
/** An instant; null if unknown. */
export const optionalInstant = {
  given: v.nullish(givenInstant, null),
  type: 'Nullable(Int64)',
  stored: v.nullable(v.number()),
  toFile: toTimestamp,
} as const;

/** The column that marks a tombstone: a row that hides the record with its ID. */
export const removed = { type: 'Bool', since: 11 } as const;
