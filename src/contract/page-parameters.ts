import * as v from 'valibot';
import { one, type ParameterTable, text } from './parameters.ts';

const cursor = v.pipe(
  text,
  v.metadata({ minLength: 1, description: 'Absent for the first page.' }),
);
const pageSize = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}$/, 'must be an integer from 1 to 100'),
  v.transform(Number),
  v.minValue(1, 'must be an integer from 1 to 100'),
  v.maxValue(100, 'must be an integer from 1 to 100'),
  v.metadata({ minimum: 1, maximum: 100, description: 'Entries a page; 50 when absent.' }),
);

/** The paging parameters of a list, under the interface's names. */
export const pageParameters = {
  cursor: one(cursor),
  limit: one(pageSize),
} as const satisfies ParameterTable;
