import type { Labelled } from './fields.ts';

/**
 * How prompts are classified by labelled values: the parameter that filters a report by one, and the field
 * that holds its values in prompts, filter options and imports. In the interface's order.
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

/** The field that holds what a parameter filters by. */
export const fieldOf = (parameter: ClassificationParameter): ClassificationField =>
  classifications[parameter];

/** One value for each parameter that filters by a classification. */
export const byClassificationParameter = <T>(
  make: (parameter: ClassificationParameter) => T,
): Record<ClassificationParameter, T> => recordOf(classificationParameters, make);

/** One value for each field that holds a classification. */
export const byClassificationField = <T>(
  make: (field: ClassificationField) => T,
): Record<ClassificationField, T> => recordOf(classificationFields, make);

/** The labelled values of each classification. */
export type Classified = { readonly [F in ClassificationField]: readonly Labelled[] };

function recordOf<K extends string, T>(keys: readonly K[], make: (key: K) => T): Record<K, T> {
  // Every key of the type is in the list, since both come from the table.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>;
}
