import { pageParameters } from '../../contract/page-parameters.ts';
import { type ParameterFault, readQuery } from '../../contract/parameters.ts';
import { readCursor, writeCursor } from '../cursors.ts';
import type { ServiceOptions } from '../service.ts';
import type { Instant } from '../store/records.ts';
import type { PageRequest } from '../store/store.ts';
import { type RouteContext, searchOf } from './route.ts';

const defaultLimit = 50;

interface Paging {
  /** Asks for one more entry than the page holds, to see whether there is another page. */
  request: PageRequest;
  /** Removes the extra entry. `nextCursor` is null on the last page. An unknown `createdAt` counts as 0. */
  page<T extends { id: string; createdAt: Instant | null }>(
    found: readonly T[],
  ): { entries: readonly T[]; nextCursor: string | null };
}

/** Reads `cursor` and `limit`. A cursor is valid only for the request's key and `path`. */
export function readPaging(
  { cursorSecret }: ServiceOptions,
  context: RouteContext,
  path: string,
  parameters = pageParameters,
): { faults: ParameterFault[] } | { faults: null; paging: Paging } {
  const { query, faults } = readQuery(parameters, searchOf(context));
  const scope = { keyId: context.get('access').keyId, path };
  const after = query.cursor === null ? null : readCursor(cursorSecret, scope, query.cursor);
  if (query.cursor !== null && after === null) {
    faults.push({ parameter: 'cursor', message: 'must come from the page before, unaltered' });
  }
  if (faults.length > 0) return { faults };

  const limit = query.limit ?? defaultLimit;
  const cursorAfter = ({ createdAt, id }: { id: string; createdAt: Instant | null }) =>
    writeCursor(cursorSecret, scope, { createdAt: createdAt ?? 0, id });
  return {
    faults: null,
    paging: {
      request: { after, limit: limit + 1 },
      page(found) {
        const entries = found.slice(0, limit);
        const last = found.length > limit ? entries.at(-1) : undefined;
        return { entries, nextCursor: last ? cursorAfter(last) : null };
      },
    },
  };
}
