import type { TimelineReport } from '../../src/contract/resources.ts';
import { createColumnBuilder } from '../../src/dashboard/api/build-columns.ts';
import type { ReportColumns } from '../../src/dashboard/api/columns.ts';

/** Converts a report to the columns in which the dashboard stores it. */
export function columnsOf({ series, metric, groupBy, ...rest }: TimelineReport): ReportColumns {
  const columns = createColumnBuilder();
  for (const { points, ...named } of series) {
    columns.startSeries(named);
    columns.addPoints(points);
  }
  return columns.finish({ ...rest, metric: metric ?? '', groupBy: groupBy ?? '' });
}
