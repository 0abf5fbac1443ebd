import type { ReportColumns } from '../../api/columns.ts';

/**
 * The rows of all platforms in a report by platform.
 * @param rows those from one call; a platform missing there has no cells, and its own report would be just as empty
 */
export function completeRows(
  byPlatform: ReportColumns,
  rows: ReadonlyMap<string, ReportColumns>,
): ReadonlyMap<string, ReportColumns> {
  const emptyReport = { ...byPlatform, groupBy: 'region', scans: [], series: [] };
  return new Map(byPlatform.series.map(({ key }) => [key, rows.get(key) ?? emptyReport]));
}
