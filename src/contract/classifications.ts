import type { LabelledValue } from './fields.ts';

/** Creates lists of the parameters and fields of a table, and functions that make a record with an entry for each. */
function createClassifications<const T extends Readonly<Record<string, string>>>(table: T) {
  type Parameter = keyof T & string;
  type Field = T[Parameter];
  // Each list has every key of its type, since all come from the table.
  const recordOf = <K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> =>
    Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
  const parameters = Object.keys(table) as Parameter[];
  const fields = Object.values(table) as Field[];
  return {
    parameters,
    fields,
    fieldOf: table,
    byParameter: <V>(make: (parameter: Parameter) => V) => recordOf(parameters, make),
    byField: <V>(make: (field: Field) => V) => recordOf(fields, make),
  };
}

/**
 * Classifications of prompts whose values are plain text: each query parameter, and the field with its values in
 * prompts, filter options and imports.
 */
export const plainClassifications = createClassifications({ tag: 'tags' });

/** The same for classifications whose values have labels, in the interface's order. */
export const labelledClassifications = createClassifications({
  product: 'products',
  persona: 'personas',
  stage: 'journeyStages',
});

/** The values of each classification. */
export type ClassificationValues = {
  readonly [F in (typeof plainClassifications.fields)[number]]: readonly string[];
} & {
  readonly [F in (typeof labelledClassifications.fields)[number]]: readonly LabelledValue[];
};
