import * as v from 'valibot';
import { labelledClassifications, plainClassifications } from './classifications.ts';
import { brandMentions, groupings, metrics, platformIds } from './enums.ts';
import { isDay, isUuid } from './fields.ts';

/** A query parameter: how often it may be given, and the schema of one value. */
interface Parameter<T = unknown> {
  readonly isRepeatable: boolean;
  /** Whether the parameter must be given; false by default. */
  readonly isRequired?: boolean;
  readonly value: v.GenericSchema<string, T>;
}
export type ParameterTable = Readonly<Record<string, Parameter>>;

/**
 * The typed query of a table: for each repeatable parameter a list, empty if it is missing; for any other a value, or
 * null if it is missing.
 */
export type QueryOf<T extends ParameterTable> = {
  -readonly [K in keyof T]: T[K]['isRepeatable'] extends true
    ? readonly v.InferOutput<T[K]['value']>[]
    : v.InferOutput<T[K]['value']> | null;
};

export const uuid = v.pipe(
  v.string(),
  v.check(isUuid, 'must be a UUID'),
  v.transform((text): string => text.toLowerCase()),
  v.metadata({ format: 'uuid' }),
);
export const text = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.metadata({ minLength: 1 }),
);
const day = v.pipe(
  v.string(),
  v.check(isDay, 'must be a calendar day, YYYY-MM-DD'),
  v.metadata({ format: 'date' }),
);
const oneOf = <const T extends readonly string[]>(values: T) =>
  v.pipe(
    v.string(),
    v.picklist(values, `must be one of ${values.join(', ')}`),
    v.metadata({ known: values }),
  );
/** A parameter that may be given only once. */
export const single = <S extends v.GenericSchema<string, unknown>>(value: S) =>
  ({ isRepeatable: false, value }) as const;
/** A parameter that may have several values. */
export const repeatable = <S extends v.GenericSchema<string, unknown>>(value: S) =>
  ({ isRepeatable: true, value }) as const;

/** The filters of reports, in v1's order. */
export const filterParameters = {
  promptId: repeatable(uuid),
  ...plainClassifications.byParameter(() => repeatable(text)),
  category: repeatable(text),
  ...labelledClassifications.byParameter(() => repeatable(text)),
  brandMention: single(oneOf(brandMentions)),
  platform: repeatable(oneOf(platformIds)),
  region: repeatable(text),
  brand: repeatable(uuid),
  competitorId: repeatable(uuid),
} as const satisfies ParameterTable;
export type FilterParameter = keyof typeof filterParameters;

/** The parameters of the timeline, in v1's order. */
export const timelineParameters = {
  ...filterParameters,
  startDate: single(day),
  endDate: single(day),
  metric: single(oneOf(metrics)),
  groupBy: single(oneOf(groupings)),
  brandId: single(uuid),
} as const satisfies ParameterTable;
export type TimelineQuery = QueryOf<typeof timelineParameters>;
export type TimelineParameter = keyof typeof timelineParameters;

/** The parameters of the list of filter options. */
export const filterOptionsParameters = { scanId: single(uuid) } as const satisfies ParameterTable;

/** The maximum number of values of a parameter in the built-in service; v1 sets no limit. */
export const maxValuesPerParameter = 200;

export interface ParameterFault {
  parameter: string;
  message: string;
}

function readValues(name: string, parameter: Parameter, rawValues: readonly string[]) {
  const faults: ParameterFault[] = [];
  if (rawValues.length > maxValuesPerParameter) {
    const message = parameter.isRepeatable
      ? `must have at most ${maxValuesPerParameter} values`
      : 'must be given once';
    return { values: [], faults: [{ parameter: name, message }] };
  }
  if (!parameter.isRepeatable && rawValues.length > 1) {
    faults.push({ parameter: name, message: 'must be given once' });
  }
  if (parameter.isRequired && rawValues.length === 0) {
    faults.push({ parameter: name, message: 'must be given' });
  }
  const values = new Set<unknown>();
  for (const raw of rawValues) {
    const result = v.safeParse(parameter.value, raw);
    if (result.success) values.add(result.output);
    else faults.push({ parameter: name, message: result.issues[0].message });
  }
  return { values: [...values], faults };
}

/**
 * Reads the parameters of a table from the values given by name, such as those of a query string. Ignores unknown
 * parameters, and removes duplicate values.
 * @returns the typed query without invalid values, and every fault with the name of its parameter.
 */
export function readQuery<T extends ParameterTable>(
  table: T,
  search: Pick<URLSearchParams, 'getAll'>,
): { query: QueryOf<T>; faults: ParameterFault[] } {
  const query: Record<string, unknown> = {};
  const faults: ParameterFault[] = [];
  for (const [name, parameter] of Object.entries(table)) {
    const { values, faults: valueFaults } = readValues(name, parameter, search.getAll(name));
    faults.push(...valueFaults);
    query[name] = parameter.isRepeatable ? values : (values[0] ?? null);
  }
  // The loop above sets exactly the names in the table, each to values that its schema has parsed.
  return { query: query as QueryOf<T>, faults };
}

/** Writes a typed query as a query string in the table's order, without parameters that are not set. */
export function writeQuery<T extends ParameterTable>(
  table: T,
  query: Partial<QueryOf<T>>,
): URLSearchParams {
  const search = new URLSearchParams();
  const values: Partial<Record<string, unknown>> = query;
  for (const name of Object.keys(table)) {
    const valueOrList = values[name];
    for (const value of Array.isArray(valueOrList) ? valueOrList : [valueOrList]) {
      if (value !== null && value !== undefined) search.append(name, String(value));
    }
  }
  return search;
}
