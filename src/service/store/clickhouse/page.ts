import type { PageRequest } from '../store.ts';
import type { Params } from './engine.ts';

/** Creates the ORDER BY clause and the start condition for the pages of a list, newest first, then by ID descending. */
export const createPageClauses = (createdAt: string, id: string) => ({
  pageOrder: `ORDER BY ${createdAt} DESC, toString(${id}) DESC`,
  /** Starts with AND, so that it can be appended to a condition; empty for the first page. */
  pageStart: ({ after }: PageRequest): string =>
    after === null
      ? ''
      : `AND (${createdAt}, toString(${id})) < ({afterAt:Int64}, {afterId:String})`,
});

export const { pageOrder, pageStart } = createPageClauses('createdAt', 'id');

export const startParams = ({ after }: PageRequest): Params =>
  after === null ? {} : { afterAt: after.createdAt, afterId: after.id };

export const pageParams = (page: PageRequest): Params => ({
  limit: page.limit,
  ...startParams(page),
});
