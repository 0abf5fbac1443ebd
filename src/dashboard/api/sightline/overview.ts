import * as v from 'valibot';
import { overviewPath } from '../../../contract/endpoints/sites.ts';
import { pageOf } from '../../../contract/portfolio.ts';
import { OverviewRow } from '../../../contract/sightline/resources.ts';
import { get, type RequestContext } from '../get.ts';
import { createYielder } from '../pace.ts';
import type { Page } from '../paging.ts';
import { readPart } from '../reports.ts';
import { overviewRowsPerPage } from './overview-call.ts';
import { readPages } from './read-pages.ts';

const call = `GET ${overviewPath}`;

/** A page of the list with undecoded rows: decoding them all at once would freeze the interface. */
const PageOutline = pageOf(v.unknown());

async function getPage(
  context: RequestContext,
  search: URLSearchParams,
): Promise<Page<OverviewRow>> {
  const { data, nextCursor } = await get(context, PageOutline, overviewPath, search);
  const yieldIfDue = createYielder();
  const rows: OverviewRow[] = [];
  for (const [index, row] of data.entries()) {
    await yieldIfDue();
    context.signal.throwIfAborted();
    rows.push(readPart(OverviewRow, row, call, (at) => `$.data[${index}]${at.slice(1)}`));
  }
  return { data: rows, nextCursor };
}

/**
 * Reads every site that the key can access, newest first, each with its latest points, for use in a query function.
 * @throws ApiError; its kind is `incomplete` if the list cannot be read to its end
 */
export const getOverview = (context: RequestContext): Promise<OverviewRow[]> =>
  readPages({
    call,
    noun: 'sites in the overview',
    limit: overviewRowsPerPage,
    getPage: (search) => getPage(context, search),
  });
