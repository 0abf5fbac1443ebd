import { queryOptions } from '@tanstack/react-query';
import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import { type MeasuredScan, MeasuredScanPage } from '../../../contract/sightline/resources.ts';
import { type Context, callerOf, get } from '../get.ts';
import { nextCursorOf, type Page } from '../paging.ts';

const pageSize = 100;

/**
 * Reads the scans of a site, newest first, for use in a query function.
 * @param isEnough given the oldest scan of a page: whether older pages are not needed
 * @throws ApiError
 */
export async function getScans(
  context: Context,
  siteId: string,
  isEnough: (oldest: MeasuredScan) => boolean,
): Promise<MeasuredScan[]> {
  const { paging } = callerOf(context);
  const pages: Page<MeasuredScan>[] = [];
  const pageParams: unknown[] = [];
  let cursor: string | null | undefined = null;
  while (cursor !== undefined) {
    const search = new URLSearchParams({ [paging.limit]: String(pageSize) });
    if (cursor !== null) search.set(paging.cursor, cursor);
    const page: MeasuredScanPage = await get(
      context,
      MeasuredScanPage,
      sightlinePathTo('scans', { siteId }),
      search,
    );
    pages.push(page);
    pageParams.push(cursor);
    const oldest = page.data.at(-1);
    if (oldest && isEnough(oldest)) break;
    cursor = nextCursorOf({ pages, pageParams });
  }
  return pages.flatMap(({ data }) => data);
}

/** The newest scans of a site, newest first, whatever became of them. */
export const newestScansQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['newest scans', siteId],
    queryFn: (context) => getScans(context, siteId, () => true),
  });
