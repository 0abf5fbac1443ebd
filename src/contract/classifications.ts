import type { LabelledValue } from './fields.ts';

/**
 * Lists the parameters and fields of a table. The returned `byParameter` creates a record with an entry for each
 * parameter, and `byField` one with an entry for each field.
 */
function createClassifications<const T extends Readonly<Record<string, string>>>(table: T) {
  type Parameter = keyof T & string;
  type Field = T[Parameter];
  // The lists have every key of their types, since both come from the table.
  const createRecord = <K extends string, V>(
    keys: readonly K[],
    toValue: (key: K) => V,
  ): Record<K, V> => Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<K, V>;
  const parameters = Object.keys(table) as Parameter[];
  const fields = Object.values(table) as Field[];
  return {
    parameters,
    fields,
    fieldOf: table,
    byParameter: <V>(toValue: (parameter: Parameter) => V) => createRecord(parameters, toValue),
    byField: <V>(toValue: (field: Field) => V) => createRecord(fields, toValue),
  };
}

/**
 * The classifications of prompts whose values are plain text: each query parameter, and the field that lists its
 * values in prompts, filter options and imports.
 */
export const plainClassifications = createClassifications({ tag: 'tags' });

/** The classifications of prompts whose values have labels, in v1's order. */
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
