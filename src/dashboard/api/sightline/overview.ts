import * as v from 'valibot';
import { pageOf } from '../../../contract/resources.ts';
import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import { OverviewRow } from '../../../contract/sightline/resources.ts';
import { ApiError } from '../errors.ts';
import { firstPage, itemsOf } from '../find-in-list.ts';
import type { Context } from '../get.ts';
import { createPace } from '../pace.ts';
import { continuationOf, nextCursorOf, type Page, reasonCutShort } from '../paging.ts';
import { readPart } from '../reports.ts';
import { getInTime } from './get-in-time.ts';

const path = sightlinePathTo('overview', {});
const call = `GET ${path}`;
const rowsPerPage = 200;

/** A page whose rows are not decoded yet: that many points at once would block the page. */
const PageOutline = pageOf(v.unknown());

async function getPage(context: Context, cursor: string | null): Promise<Page<OverviewRow>> {
  const search = new URLSearchParams({ limit: String(rowsPerPage) });
  if (cursor !== null) search.set('cursor', cursor);
  const { data, nextCursor } = await getInTime(context, PageOutline, path, search);
  const pace = createPace();
  const rows: OverviewRow[] = [];
  for (const [place, row] of data.entries()) {
    await pace();
    context.signal.throwIfAborted();
    rows.push(readPart(OverviewRow, row, call, (at) => `$.data[${place}]${at.slice(1)}`));
  }
  return { data: rows, nextCursor };
}

/**
 * Reads every site that the key can access, newest first, each with its last points, for use in a query function.
 * @throws ApiError, `incomplete` if the list cannot be read to its end
 */
export async function getOverview(context: Context): Promise<OverviewRow[]> {
  const pages: Page<OverviewRow>[] = [];
  const pageParams: (string | null)[] = [];
  const list = { pages, pageParams };
  let cursor: string | null | undefined = firstPage();
  while (cursor !== undefined) {
    pages.push(await getPage(context, cursor));
    pageParams.push(cursor);
    cursor = nextCursorOf(list);
  }
  const reason = reasonCutShort(continuationOf(list), 'sites');
  if (reason !== null) throw new ApiError({ kind: 'incomplete', call, status: 200, reason });
  return itemsOf(list);
}
