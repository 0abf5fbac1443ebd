import type { LabelledValue } from './fields.ts';

/** A table of classifications: the field of each query parameter, and records with an entry for each of them. */
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

/*
 * The classifications of prompts, in the interface's order: each query parameter, and the field with its values in
 * prompts, filter options and imports.
 */

/** Classifications whose values are plain text, also used as labels. */
export const plainClassifications = createClassifications({ tag: 'tags' });

/** Classifications whose values have labels. */
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
