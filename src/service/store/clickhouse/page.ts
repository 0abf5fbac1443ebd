import type { PageRequest } from '../store.ts';
import type { Params } from './engine.ts';

/** The order of a list, newest first, then by ID descending, and the condition for where a page of it starts. */
export const pagedBy = (createdAt: string, id: string) => ({
  pageOrder: `ORDER BY ${createdAt} DESC, toString(${id}) DESC`,
  /** To follow other conditions. */
  pageStart: ({ after }: PageRequest): string =>
    after === null
      ? ''
      : `AND (${createdAt}, toString(${id})) < ({afterAt:Int64}, {afterId:String})`,
});

export const { pageOrder, pageStart } = pagedBy('createdAt', 'id');

export const startParams = ({ after }: PageRequest): Params =>
  after === null ? {} : { afterAt: after.createdAt, afterId: after.id };

export const pageParams = (page: PageRequest): Params => ({
  limit: page.limit,
  ...startParams(page),
});
