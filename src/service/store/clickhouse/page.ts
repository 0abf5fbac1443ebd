import type { PageRequest } from '../store.ts';
import type { Params } from './engine.ts';

/** ORDER BY and page-start condition for a list, newest first, then by ID descending. */
export const pageClauses = (createdAt: string, id: string) => ({
  pageOrder: `ORDER BY ${createdAt} DESC, toString(${id}) DESC`,
  /** Starts with AND, so append it to an existing condition. */
  pageStart: ({ after }: PageRequest): string =>
    after === null
      ? ''
      : `AND (${createdAt}, toString(${id})) < ({afterAt:Int64}, {afterId:String})`,
});

export const { pageOrder, pageStart } = pageClauses('createdAt', 'id');

export const startParams = ({ after }: PageRequest): Params =>
  after === null ? {} : { afterAt: after.createdAt, afterId: after.id };

export const pageParams = (page: PageRequest): Params => ({
  limit: page.limit,
  ...startParams(page),
});
