import type { ReportColumns } from '../../../figures/series/columns.ts';

/**
 * Adds an empty row for each platform that has no cells, so that every platform in the report by platform has a row.
 * @param rows the rows from the single call for the whole matrix, which leaves out platforms without cells
 */
export function completeRows(
  byPlatform: ReportColumns,
  rows: ReadonlyMap<string, ReportColumns>,
): ReadonlyMap<string, ReportColumns> {
  const emptyReport = { ...byPlatform, groupBy: 'region', scans: [], series: [] };
  return new Map(byPlatform.series.map(({ key }) => [key, rows.get(key) ?? emptyReport]));
}
