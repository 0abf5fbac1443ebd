import { addDays, msPerUtcDay } from '../../../contract/dates/days.ts';
import { daysInView } from '../../../contract/dates/days-in-view.ts';
import type { Days } from '../../../contract/dates/periods.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { placeOf, tickText } from '../../../figures/formats/dates.ts';
import { datesInWords } from '../../../figures/periods/dates-in-words.ts';
import { isEvidence } from '../../../figures/series/columns.ts';
import { extremesOf } from '../../../figures/series/extremes.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import { valueText, type Wording } from '../../../figures/series/wording.ts';
import type { Bucket, TimelineSearch } from '../search/search.ts';
import { type DrawnSeries, isHighlighted } from '../series/drawn.ts';
import { type Reading, readingAt } from '../series/reading.ts';
import { assignToSpans, averageBySpan, meansOf, type Span, spansOf } from './buckets.ts';
import type { Drawing } from './chart-in-view.ts';

/**
 * A chart with one point for each week or month that has scans, and one for each run of consecutive weeks or months
 * that have none. Its model has one "scan" per point.
 */
export interface BucketedDrawing extends Drawing {
  bucket: Bucket;
  /** Text below the chart that explains what its points are. */
  caption: string;
  readingAt: (point: number, front?: string | null) => Reading;
  /** The UTC days of a point's scans; null if it has no scans. */
  daysAt: (point: number) => Days | null;
}

const formatDays = (startDate: string, endDate: string, { locale }: Wording): string =>
  datesInWords({ range: null, startDate, endDate }, locale);

/** "Week of 9 Nov 2026: average of 7 scans", or "9 – 22 Nov 2026: no scans". */
function titleOf(span: Span, bucket: Bucket, wording: Wording): string {
  const { locale } = wording;
  const count = span.end - span.first;
  if (count === 0)
    return `${formatDays(span.firstDay, addDays(span.nextDay, -1), wording)}: no scans`;
  const name =
    bucket === 'week'
      ? `Week of ${formatDays(span.firstDay, span.firstDay, wording)}`
      : tickText(Date.parse(span.firstDay), 'month', 'UTC', locale);
  return `${name}: average of ${countWithNoun(count, 'scan', 'scans', locale)}`;
}

/**
 * "Each point is the average of one week's scans (weeks in the time zone …)", with notes on scans without a known time
 * and on weeks or months that are only partly in view.
 */
function captionOf(
  spans: readonly Span[],
  bucket: Bucket,
  { scans }: TimelineModel,
  { zone, locale }: Wording,
): string {
  const parts = [
    `Each point is the average of one ${bucket}’s scans (${bucket}s in the time zone ${zone})`,
  ];
  const untimedCount = scans.filter(({ hasTime }) => !hasTime).length;
  if (untimedCount > 0) {
    const untimedScans = countWithNoun(untimedCount, 'scan', 'scans', locale);
    parts.push(
      `${untimedScans} without a known time ${untimedCount === 1 ? 'is' : 'are'} placed by UTC date`,
    );
  }
  const areEndsCut = [spans[0]?.isCut, spans.length > 1 && spans.at(-1)?.isCut];
  const ends = ['first', 'last'].filter((_, end) => areEndsCut[end]);
  if (ends.length > 0) {
    const points = ends.length > 1 ? 'points cover' : 'point covers';
    parts.push(`The ${ends.join(' and ')} ${points} only part of a ${bucket}`);
  }
  return parts.join(' · ');
}

/** The first and last UTC days of a span's scans; null if the span has no scans. */
function daysOf({ scans }: TimelineModel, { first, end }: Span): Days | null {
  const days = scans
    .slice(first, end)
    .map(({ date }) => date)
    .sort();
  const [start, last] = [days[0], days.at(-1)];
  return start === undefined || last === undefined ? null : { start, end: last };
}

/** A model with one "scan" per span, whose values are means. */
const toBucketedModel = (model: TimelineModel, spans: readonly Span[]): TimelineModel => ({
  ...model,
  instants: Float64Array.from(spans, ({ at }) => at),
  reportOrder: Uint32Array.from(spans.keys()),
  scans: spans.map(({ firstDay }) => ({
    scanId: null,
    date: firstDay,
    hasTime: true,
    moment: Date.parse(firstDay),
  })),
  series: model.series.map((series) => averageBySpan(series, spans)),
});

/**
 * Groups a chart's scans into weeks or months in the zone of `wording`; each point is the mean of its scans.
 * @param days UTC days in view, YYYY-MM-DD; null for an open end
 * @param today the current UTC day, after which no day is in view
 */
export function groupIntoBuckets(
  { name, model, drawn, earlier }: Drawing,
  bucket: Bucket,
  days: { startDate: string | null; endDate: string | null },
  today: string,
  wording: Wording,
): BucketedDrawing {
  const { zone, locale } = wording;
  const { startDate } = days;
  const endDate = days.endDate === null || days.endDate > today ? today : days.endDate;
  const from = startDate === null ? Number.NEGATIVE_INFINITY : Date.parse(startDate);
  const inView = [from, Date.parse(endDate) + msPerUtcDay] as const;
  const axis = extremesOf([model.instants, earlier?.model.instants ?? []]) ?? [0, 0];
  const createSpans = ({ instants }: TimelineModel) =>
    spansOf(instants, bucket, zone, inView, axis);
  const spans = createSpans(model);
  const bucketedModel = toBucketedModel(model, spans);
  const averages = new Map(bucketedModel.series.map((series) => [series.id, series]));
  const averagedSeries = drawn.map(({ summary, look }) => {
    const series = averages.get(summary.series.id) ?? summary.series;
    const latest = series.values.at(-1);
    return {
      summary: { ...summary, series, latest: isEvidence(latest) ? latest : null },
      look,
    };
  });
  // Drawn over its whole length, so with points of its own: scans may be missing from the days in view.
  const earlierModel = earlier && toBucketedModel(earlier.model, createSpans(earlier.model));
  const earlierSpans = earlier && assignToSpans(earlier.model.instants, spans, zone);
  const formatEarlierValue = (
    series: DrawnSeries,
    point: number,
    front: string | null,
  ): string | null => {
    const { id } = series.summary.series;
    const span = earlierSpans?.[point];
    const values = earlier?.model.series.find((column) => column.id === id)?.values;
    if (!span || !values || !isHighlighted(series, front)) return null;
    const [value] = meansOf(values, [span]);
    return isEvidence(value) ? valueText(value, wording) : null;
  };
  const describeEarlier = (point: number): string | null => {
    const span = earlierSpans?.[point];
    const dates = earlier && span && daysOf(earlier.model, span);
    if (!dates) return null;
    const count = countWithNoun(span.end - span.first, 'scan', 'scans', locale);
    return `${formatDays(dates.start, dates.end, wording)}, average of ${count}`;
  };
  return {
    bucket,
    name: `${name}, ${bucket}ly averages`,
    model: bucketedModel,
    drawn: averagedSeries,
    earlier: earlier && earlierModel && { ...earlier, model: earlierModel },
    caption: captionOf(spans, bucket, model, wording),
    daysAt: (point) => {
      const span = spans[point];
      return span ? daysOf(model, span) : null;
    },
    readingAt: (point, front = null) => {
      const reading = readingAt(bucketedModel, averagedSeries, point, wording);
      const span = spans[point];
      if (!span) return reading;
      const scanCount = span.end - span.first;
      const rows = reading.rows.map((row) => {
        const before = formatEarlierValue(row.drawn, point, front);
        const { id } = row.drawn.summary.series;
        const values = model.series.find((series) => series.id === id)?.values;
        const evidenceCount = values?.subarray(span.first, span.end).filter(isEvidence).length ?? 0;
        if (evidenceCount === 0 || evidenceCount === scanCount) return { ...row, before };
        const evidenceScans = countWithNoun(evidenceCount, 'scan', 'scans', locale);
        return { ...row, before, text: `${row.text} (${evidenceScans})` };
      });
      return {
        timeText: titleOf(span, bucket, wording),
        zoneText: `${placeOf(zone)}${span.isCut ? ` · only part of this ${bucket} is in view` : ''}`,
        rows,
        earlier: rows.some(({ before }) => before !== null) ? describeEarlier(point) : null,
      };
    },
  };
}

/** The drawing by week or month that a search asks for; null if it asks for a point per scan. */
export const bucketedInView = (
  byScan: Drawing,
  search: Pick<TimelineSearch, 'bucket' | 'range' | 'startDate' | 'endDate'>,
  today: string,
  wording: Wording,
): BucketedDrawing | null =>
  search.bucket &&
  groupIntoBuckets(byScan, search.bucket, daysInView(search, today), today, wording);
