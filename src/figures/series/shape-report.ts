import { isEvidence, type ReportColumns } from './columns.ts';
import { type TimelineModel, toModel } from './model.ts';
import { defaultSeriesIds, type SeriesSummary, summariseSeries } from './series-summary.ts';

/** A report on the time axis, with the figures of its series. */
export interface ShapedReport {
  model: TimelineModel;
  summaries: readonly SeriesSummary[];
  /** IDs of the series drawn by default. */
  defaultIds: ReadonlySet<string>;
}

/** The largest absolute value in a report; 0 if it has no values. */
export function largestOf({ series }: ReportColumns): number {
  let largest = 0;
  for (const { values } of series) {
    for (const value of values) {
      if (isEvidence(value)) largest = Math.max(largest, Math.abs(value));
    }
  }
  return largest;
}

/** Places a report on the time axis of a zone, and summarises its series. */
export function shapeReport(report: ReportColumns, zone: string): ShapedReport {
  const model = toModel(report, zone);
  const summaries = summariseSeries(model);
  return { model, summaries, defaultIds: defaultSeriesIds(summaries) };
}
