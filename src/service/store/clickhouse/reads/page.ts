import type { PageRequest } from '../../store.ts';
import type { Params } from '../engine/engine.ts';

/** Creates the ORDER BY clause and the start condition for the pages of a list, newest first, then by ID descending. */
export const createPageClauses = (createdAt: string, id: string) => ({
  pageOrder: `ORDER BY ${createdAt} DESC, toString(${id}) DESC`,
  /** The start condition with AND before it, so that it can be appended to another one; empty for the first page. */
  pageStartOf: ({ after }: PageRequest): string =>
    after === null
      ? ''
      : `AND (${createdAt}, toString(${id})) < ({afterAt:Int64}, {afterId:String})`,
});

export const { pageOrder, pageStartOf } = createPageClauses('createdAt', 'id');

export const startParamsOf = ({ after }: PageRequest): Params =>
  after === null ? {} : { afterAt: after.createdAt, afterId: after.id };

export const pageParamsOf = (page: PageRequest): Params => ({
  limit: page.limit,
  ...startParamsOf(page),
});
