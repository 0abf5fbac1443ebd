import type { ReportColumns } from '../../api/columns.ts';

/**
 * Gives every platform in a report by platform a row: an empty report if it has no cells, as its own report would be
 * empty too.
 * @param rows the rows from the call for the whole matrix, which leaves out platforms without cells
 */
export function completeRows(
  byPlatform: ReportColumns,
  rows: ReadonlyMap<string, ReportColumns>,
): ReadonlyMap<string, ReportColumns> {
  const emptyReport = { ...byPlatform, groupBy: 'region', scans: [], series: [] };
  return new Map(byPlatform.series.map(({ key }) => [key, rows.get(key) ?? emptyReport]));
}
