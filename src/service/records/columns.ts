import type * as v from 'valibot';

/** How a column of a table is stored and read. */
export interface StoredColumn {
  /** Its type in ClickHouse. */
  type: string;
  /** The number of the migration that adds it; that of its table if the table is created with it. */
  since: number;
  /** How a read returns its values; absent if only statements use them. */
  stored?: v.GenericSchema;
}

/** Columns by name, in their order. */
export type Columns = Readonly<Record<string, StoredColumn>>;

/** The schemas of the columns that reads return. */
export type StoredEntries<C> = {
  [N in keyof C as C[N] extends { stored: v.GenericSchema } ? N : never]: C[N] extends {
    stored: infer S extends v.GenericSchema;
  }
    ? S
    : never;
};

/** The schemas of the columns that reads return, by name. */
export const storedEntriesOf = <const C extends Columns>(columns: C): StoredEntries<C> =>
  // The list has every key of its type, since both come from the columns.
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, { stored }]) => (stored ? [[name, stored]] : [])),
  ) as StoredEntries<C>;
