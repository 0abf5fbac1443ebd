import type { PageRequest } from '../store.ts';
import type { Params } from './engine.ts';

/** Newest first by `createdAt`, then id descending. */
export const pageOrder = 'ORDER BY createdAt DESC, toString(id) DESC';

/** The condition for where a page starts, to follow others. */
export const pageStart = (page: PageRequest): string =>
  page.after === null ? '' : 'AND (createdAt, toString(id)) < ({afterAt:Int64}, {afterId:String})';

export const startParams = ({ after }: PageRequest): Params =>
  after === null ? {} : { afterAt: after.createdAt, afterId: after.id };

export const pageParams = (page: PageRequest): Params => ({
  limit: page.limit,
  ...startParams(page),
});
