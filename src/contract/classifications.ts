import type { LabelledValue } from './fields.ts';

/**
 * The classifications of prompts: each query parameter, and the field with its labelled values in prompts, filter
 * options and imports. In the interface's order.
 */
const classifications = {
  product: 'products',
  persona: 'personas',
  stage: 'journeyStages',
} as const;
type ClassificationParameter = keyof typeof classifications;
type ClassificationField = (typeof classifications)[ClassificationParameter];

export const classificationParameters = Object.keys(classifications) as ClassificationParameter[];
export const classificationFields: readonly ClassificationField[] = Object.values(classifications);

/** The field that a parameter filters by. */
export const classificationFieldOf = (parameter: ClassificationParameter): ClassificationField =>
  classifications[parameter];

/** A record with one value per classification parameter. */
export const byClassificationParameter = <T>(
  make: (parameter: ClassificationParameter) => T,
): Record<ClassificationParameter, T> => recordOf(classificationParameters, make);

/** A record with one value per classification field. */
export const byClassificationField = <T>(
  make: (field: ClassificationField) => T,
): Record<ClassificationField, T> => recordOf(classificationFields, make);

/** The labelled values of each classification. */
export type ClassificationValues = {
  readonly [F in ClassificationField]: readonly LabelledValue[];
};

function recordOf<K extends string, T>(keys: readonly K[], make: (key: K) => T): Record<K, T> {
  // The list has every key of the type, since both come from the table above.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>;
}
