import type { TimelineReport } from '../../src/contract/resources.ts';
import { createColumnBuilder } from '../../src/figures/series/build-columns.ts';
import type { ReportColumns } from '../../src/figures/series/columns.ts';

/** Converts a report to the columns in which the dashboard stores it. */
export function columnsOf({
  series,
  metric,
  groupBy,
  ...otherFields
}: TimelineReport): ReportColumns {
  const columns = createColumnBuilder();
  for (const { points, ...seriesFields } of series) {
    columns.startSeries(seriesFields);
    columns.addPoints(points);
  }
  return columns.finish({
    ...otherFields,
    metric: metric ?? '',
    groupBy: groupBy ?? '',
    isOfTrackedBrand: true,
  });
}
