import { isLowerBetter } from '../formats/values.ts';
import { slopeOf } from '../verdicts/slope.ts';
import { isEvidence, isPresent, type SeriesColumn } from './columns.ts';
import type { TimelineModel } from './model.ts';

/** Figures of one series over the scans in view, for the table and the strip. */
export interface SeriesSummary {
  series: SeriesColumn;
  /** Whether it is the tracked brand's series in a report by brand. */
  isTracked: boolean;
  /** Value at the newest scan in view; null if the series has no evidence there. */
  latest: number | null;
  /** Index in `model.scans` of the last scan with evidence; -1 if there is none. */
  lastEvidenceIndex: number;
  /** The values at the series' previous point and at the newest scan; null unless both have evidence. */
  change: { from: number; to: number } | null;
  /** Median of the values with evidence; null if there are none. */
  median: number | null;
  /** Least-squares slope, in the metric's unit per millisecond; null without values at two different times. */
  slope: number | null;
  /** `count` is the number of points with evidence; `points` is the number of all points. */
  evidence: { count: number; points: number };
  /** 1 for the best latest value, equal values sharing a rank; null if `latest` is null. */
  rank: number | null;
}

/** The median of the values with evidence (the mean of the middle two for an even count); null if there are none. */
export function medianOf(values: Float64Array): number | null {
  const sorted = values.filter(isEvidence).sort();
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  // Halved before adding, so that the sum cannot overflow.
  return upper === undefined || lower === undefined ? null : lower / 2 + upper / 2;
}

/**
 * Finds the place in `reportOrder` of a series' point at the newest time; -1 if the series has no point at that time.
 */
function findNewestPlace({ reportOrder, scans }: TimelineModel, series: SeriesColumn): number {
  const newest = scans[reportOrder.at(-1) ?? 0]?.moment;
  for (let place = reportOrder.length - 1; place >= 0; place -= 1) {
    const scan = reportOrder[place] ?? 0;
    if (scans[scan]?.moment !== newest) break;
    if (isPresent(series, scan)) return place;
  }
  return -1;
}

function summaryOf(model: TimelineModel, series: SeriesColumn): Omit<SeriesSummary, 'rank'> {
  const { reportOrder } = model;
  const { values } = series;
  let evidenceCount = 0;
  let pointCount = 0;
  let lastEvidenceIndex = -1;
  for (const scan of reportOrder) {
    if (!isPresent(series, scan)) continue;
    pointCount += 1;
    if (!isEvidence(values[scan])) continue;
    evidenceCount += 1;
    lastEvidenceIndex = scan;
  }
  const newestPlace = findNewestPlace(model, series);
  let previousPlace = newestPlace - 1;
  while (previousPlace >= 0 && !isPresent(series, reportOrder[previousPlace] ?? 0))
    previousPlace -= 1;
  const to = values[reportOrder[newestPlace] ?? -1];
  const from = values[reportOrder[previousPlace] ?? -1];
  return {
    series,
    isTracked: series.id === model.trackedId,
    latest: isEvidence(to) ? to : null,
    lastEvidenceIndex,
    change: isEvidence(to) && isEvidence(from) ? { from, to } : null,
    median: medianOf(values),
    slope: slopeOf(values, model.instants),
    evidence: { count: evidenceCount, points: pointCount },
  };
}

/** Summarises every series, in the model's order. */
export function summariseSeries(model: TimelineModel): SeriesSummary[] {
  const summaries = model.series.map((series) => summaryOf(model, series));
  const sortedValues = Float64Array.from(
    summaries.flatMap(({ latest }) => (latest === null ? [] : [latest])),
  ).sort();
  if (!isLowerBetter(model.metric)) sortedValues.reverse();
  const ranks = new Map<number, number>();
  for (const [index, value] of sortedValues.entries()) {
    if (!ranks.has(value)) ranks.set(value, index + 1);
  }
  return summaries.map((summary) => ({
    ...summary,
    rank: summary.latest === null ? null : (ranks.get(summary.latest) ?? null),
  }));
}

/** The maximum number of series drawn by default. */
const maxDrawn = 12;

/**
 * The series that the chart draws by default: all if there are up to twelve; otherwise twelve, the tracked brand's first
 * and then those with the best latest values.
 * @returns series IDs
 */
export function defaultSeriesIds(summaries: readonly SeriesSummary[]): ReadonlySet<string> {
  if (summaries.length <= maxDrawn) return new Set(summaries.map(({ series }) => series.id));
  const ordered = summaries.toSorted(
    (a, b) =>
      Number(b.isTracked) - Number(a.isTracked) ||
      (a.rank ?? Number.MAX_VALUE) - (b.rank ?? Number.MAX_VALUE),
  );
  return new Set(ordered.slice(0, maxDrawn).map(({ series }) => series.id));
}

/** The IDs of series that the user shows or hides contrary to the default. */
export interface SeriesChoice {
  show: readonly string[];
  hide: readonly string[];
}

/** Whether a series is drawn, by default or by choice. */
export const isDrawn = (
  series: SeriesColumn,
  defaultIds: ReadonlySet<string>,
  choice: SeriesChoice,
) =>
  defaultIds.has(series.id) ? !choice.hide.includes(series.id) : choice.show.includes(series.id);

/** The choice with one series turned on or off. */
export function toggleSeries(
  series: SeriesColumn,
  defaultIds: ReadonlySet<string>,
  choice: SeriesChoice,
): SeriesChoice {
  const withoutSeries = (ids: readonly string[]) => ids.filter((id) => id !== series.id);
  const shouldDraw = !isDrawn(series, defaultIds, choice);
  const isDefault = defaultIds.has(series.id);
  return {
    show:
      shouldDraw && !isDefault
        ? [...withoutSeries(choice.show), series.id]
        : withoutSeries(choice.show),
    hide:
      !shouldDraw && isDefault
        ? [...withoutSeries(choice.hide), series.id]
        : withoutSeries(choice.hide),
  };
}
