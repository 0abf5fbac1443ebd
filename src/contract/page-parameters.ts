import * as v from 'valibot';
import { type ParameterTable, single, text } from './parameters.ts';

const cursor = v.pipe(
  text,
  v.metadata({
    minLength: 1,
    description: 'The `nextCursor` of the previous page; omit for the first page.',
  }),
);
const pageSize = (maximum: number) => {
  const message = `must be an integer from 1 to ${maximum}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(maximum, message),
    v.metadata({ minimum: 1, maximum, description: 'Entries per page; 50 by default.' }),
  );
};

/** The paging parameters of a list with at most `maximum` entries a page. */
export const pageParametersUpTo = (maximum: number) =>
  ({ cursor: single(cursor), limit: single(pageSize(maximum)) }) as const satisfies ParameterTable;

/** The paging parameters of most lists: at most 100 entries a page. */
export const pageParameters = pageParametersUpTo(100);
