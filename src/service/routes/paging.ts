import { pageParameters } from '../../contract/page-parameters.ts';
import { type ParameterFault, readQuery } from '../../contract/parameters.ts';
import {
  type CreatedEntry,
  createdAtPositions,
  type PositionFormat,
  readCursor,
  writeCursor,
} from '../reports/cursors.ts';
import type { ServiceOptions } from '../service.ts';
import type { PageStart } from '../store/store.ts';
import { type RouteContext, searchOf } from './route.ts';

const defaultLimit = 50;

interface Paging<Start, Entry> {
  /** Requests one more entry than fits on the page, to find out whether another page follows. */
  request: { after: Start | null; limit: number };
  /** Removes the extra entry. `nextCursor` is null on the last page. */
  toPage<T extends Entry>(rows: readonly T[]): { entries: readonly T[]; nextCursor: string | null };
}
type PagingOrFaults<Start, Entry> =
  | { faults: ParameterFault[] }
  | { faults: null; paging: Paging<Start, Entry> };

/**
 * Reads `cursor` and `limit` of a list whose cursors encode positions in the format `positions`. A cursor is valid only
 * for the request's key and `path`.
 */
export function readPagingWith<Start, Entry>(
  positions: PositionFormat<Start, Entry>,
  { cursorSecret }: ServiceOptions,
  context: RouteContext,
  path: string,
  parameters = pageParameters,
): PagingOrFaults<Start, Entry> {
  const { query, faults } = readQuery(parameters, searchOf(context));
  const scope = { keyId: context.get('access').keyId, path };
  const position = query.cursor === null ? null : readCursor(cursorSecret, scope, query.cursor);
  const after = position === null ? null : positions.read(position);
  if (query.cursor !== null && after === null) {
    faults.push({
      parameter: 'cursor',
      message: 'must be the nextCursor of the previous page, unchanged',
    });
  }
  if (faults.length > 0) return { faults };

  const limit = query.limit ?? defaultLimit;
  return {
    faults: null,
    paging: {
      request: { after, limit: limit + 1 },
      toPage(rows) {
        const entries = rows.slice(0, limit);
        const last = rows.length > limit ? entries.at(-1) : undefined;
        const nextCursor = last ? writeCursor(cursorSecret, scope, positions.write(last)) : null;
        return { entries, nextCursor };
      },
    },
  };
}

/** Reads `cursor` and `limit` of a list that uses `createdAtPositions`. */
export const readPaging = (
  options: ServiceOptions,
  context: RouteContext,
  path: string,
  parameters = pageParameters,
): PagingOrFaults<PageStart, CreatedEntry> =>
  readPagingWith(createdAtPositions, options, context, path, parameters);
