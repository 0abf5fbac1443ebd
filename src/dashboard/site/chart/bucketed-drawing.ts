import { dayAfter, msPerUtcDay } from '../../../contract/dates/days.ts';
import type { Days } from '../../../contract/dates/periods.ts';
import { isEvidence } from '../../api/columns.ts';
import { placeOf, tickText } from '../../time/format.ts';
import type { Bucket } from '../question/search.ts';
import { datesInWords } from '../question/utc-days.ts';
import { type DrawnSeries, isHighlighted } from '../report/drawn.ts';
import type { EarlierPeriod } from '../report/earlier-period.ts';
import { countWithNoun } from '../report/figures.ts';
import type { TimelineModel } from '../report/model.ts';
import { type Reading, readingAt, valueText, type Wording } from '../report/reading.ts';
import { assignToSpans, averageBySpan, type Span, spansOf } from './buckets.ts';

/** What a chart draws. */
interface Drawing {
  /** Accessible name, such as "Visibility by brand". */
  name: string;
  model: TimelineModel;
  drawn: readonly DrawnSeries[];
  /** Null where nothing is compared. */
  earlier: EarlierPeriod | null;
}

/** A chart with one point per week or month, whose model has a "scan" for each. */
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

/** "Week of 9 Nov 2026: average of 7 scans". */
function titleOf(span: Span, bucket: Bucket, wording: Wording): string {
  const { locale } = wording;
  const count = span.end - span.first;
  if (count === 0) return `${formatDays(span.day, dayAfter(span.next, -1), wording)}: no scans`;
  const name =
    bucket === 'week'
      ? `Week of ${formatDays(span.day, span.day, wording)}`
      : tickText(Date.parse(span.day), 'month', 'UTC', locale);
  return `${name}: average of ${countWithNoun(count, 'scan', 'scans', locale)}`;
}

/**
 * "Each point is the average of one week's scans (weeks in the time zone …)", with notes on scans without a known time
 * and on weeks that are only partly in view.
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
  const untimed = scans.filter(({ hasTime }) => !hasTime).length;
  if (untimed > 0) {
    const unknown = countWithNoun(untimed, 'scan', 'scans', locale);
    parts.push(
      `${unknown} without a known time ${untimed === 1 ? 'is' : 'are'} placed by UTC date`,
    );
  }
  const endCuts = [spans[0]?.isCut, spans.length > 1 && spans.at(-1)?.isCut];
  const ends = ['first', 'last'].filter((_, end) => endCuts[end]);
  if (ends.length > 0) {
    const points = ends.length > 1 ? 'points cover' : 'point covers';
    parts.push(`The ${ends.join(' and ')} ${points} only part of a ${bucket}`);
  }
  return parts.join(' · ');
}

/** The first and last UTC days of a span's scans; null if it has none. */
function daysOf({ scans }: TimelineModel, { first, end }: Span): Days | null {
  const days = scans
    .slice(first, end)
    .map(({ date }) => date)
    .sort();
  const [start, last] = [days[0], days.at(-1)];
  return start === undefined || last === undefined ? null : { start, end: last };
}

const modelIn = (model: TimelineModel, spans: readonly Span[]): TimelineModel => ({
  ...model,
  instants: Float64Array.from(spans, ({ at }) => at),
  order: Uint32Array.from(spans.keys()),
  scans: spans.map(({ day }) => ({
    scanId: null,
    date: day,
    hasTime: true,
    moment: Date.parse(day),
  })),
  series: model.series.map((each) => averageBySpan(each, spans)),
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
  const spans = spansOf(model.instants, bucket, zone, [from, Date.parse(endDate) + msPerUtcDay]);
  const bucketed = modelIn(model, spans);
  const series = new Map(bucketed.series.map((each) => [each.id, each]));
  const averagedSeries = drawn.map((each) => {
    const averaged = series.get(each.summary.series.id) ?? each.summary.series;
    const latest = averaged.values.at(-1);
    const summary = {
      ...each.summary,
      series: averaged,
      latest: isEvidence(latest) ? latest : null,
    };
    return { ...each, summary };
  });
  const pastSpans = earlier && assignToSpans(earlier.model.instants, spans, zone);
  const pastModel = earlier && pastSpans && modelIn(earlier.model, pastSpans);
  const textBefore = (each: DrawnSeries, point: number, front: string | null): string | null => {
    const { id } = each.summary.series;
    const value = pastModel?.series.find((past) => past.id === id)?.values[point];
    return isHighlighted(each, front) && isEvidence(value) ? valueText(value, wording) : null;
  };
  const describeEarlier = (point: number): string | null => {
    const span = pastSpans?.[point];
    const dates = earlier && span && daysOf(earlier.model, span);
    if (!dates) return null;
    const count = countWithNoun(span.end - span.first, 'scan', 'scans', locale);
    return `${formatDays(dates.start, dates.end, wording)}, average of ${count}`;
  };
  return {
    bucket,
    name: `${name}, ${bucket}ly averages`,
    model: bucketed,
    drawn: averagedSeries,
    earlier: earlier && pastModel && { ...earlier, model: pastModel },
    caption: captionOf(spans, bucket, model, wording),
    daysAt: (point) => {
      const span = spans[point];
      return span ? daysOf(model, span) : null;
    },
    readingAt: (point, front = null) => {
      const reading = readingAt(bucketed, averagedSeries, point, wording);
      const span = spans[point];
      if (!span) return reading;
      const scans = span.end - span.first;
      const rows = reading.rows.map((each) => {
        const row = { ...each, before: textBefore(each.drawn, point, front) };
        const { id } = row.drawn.summary.series;
        const values = model.series.find((one) => one.id === id)?.values;
        const found = values?.subarray(span.first, span.end).filter(isEvidence).length ?? 0;
        if (found === 0 || found === scans) return row;
        return { ...row, text: `${row.text} (${countWithNoun(found, 'scan', 'scans', locale)})` };
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
