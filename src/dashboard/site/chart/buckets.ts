import { addDays } from '../../../contract/dates/days.ts';
import { instantAt } from '../../../contract/dates/instant-at.ts';
import { monthStart } from '../../../contract/dates/ranges.ts';
import { wallClockAt } from '../../../contract/dates/wall-clock.ts';
import { isEvidence, type SeriesColumn } from '../../../figures/series/columns.ts';
import { meanOf } from '../../../figures/verdicts/scatter.ts';
import type { Bucket } from '../search/search.ts';

/** The scans of one calendar week or month, or a run of whole weeks or months without scans. */
export interface Span {
  /** The span's first local calendar day, YYYY-MM-DD. */
  firstDay: string;
  /** The local calendar day after the span's last one, YYYY-MM-DD. */
  nextDay: string;
  /**
   * The span's point on the time axis, in milliseconds since 1970: the middle of the span, or of its part on the axis.
   */
  at: number;
  /** Indices of the span's first scan and of the scan after its last one; equal if it has no scans. */
  first: number;
  end: number;
  /** Whether the span starts before, or ends after, the time in view. */
  isCut: boolean;
}

/** The first day of the week (Monday) or month that contains a day. */
const firstDayOf = (day: string, bucket: Bucket): string =>
  bucket === 'month'
    ? monthStart(day, 0)
    : addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

const dayAfterBucket = (day: string, bucket: Bucket): string =>
  bucket === 'month' ? monthStart(day, 1) : addDays(day, 7);

/**
 * Divides scans into the calendar weeks (from Monday) or months of a zone. Consecutive weeks or months without scans
 * form one span.
 * @param instants of the scans, ascending, in milliseconds since 1970
 * @param inView start and exclusive end of the time in view, in milliseconds since 1970; infinite where it is open
 * @param axis the time axis of a drawing with a point per scan: from the first to the last scan, earlier ones included
 */
export function spansOf(
  instants: Float64Array,
  bucket: Bucket,
  zone: string,
  inView: readonly [from: number, to: number],
  axis: readonly [from: number, to: number] = [instants[0] ?? 0, instants.at(-1) ?? 0],
): Span[] {
  const spans: Span[] = [];
  const startOf = (day: string) => instantAt(day, '00:00', zone);
  const add = (firstDay: string, nextDay: string, first: number, end: number) => {
    const [from, to] = [startOf(firstDay), startOf(nextDay)];
    const at = (Math.max(from, axis[0]) + Math.min(to, axis[1])) / 2;
    spans.push({ firstDay, nextDay, at, first, end, isCut: from < inView[0] || to > inView[1] });
  };
  let first = 0;
  while (first < instants.length) {
    const firstDay = firstDayOf(wallClockAt(instants[first] ?? 0, zone).day, bucket);
    const nextDay = dayAfterBucket(firstDay, bucket);
    const previous = spans.at(-1);
    if (previous && previous.nextDay < firstDay) add(previous.nextDay, firstDay, first, first);
    const limit = startOf(nextDay);
    let end = first + 1;
    while (end < instants.length && (instants[end] ?? 0) < limit) end += 1;
    add(firstDay, nextDay, first, end);
    first = end;
  }
  return spans;
}

/** The mean of the values with evidence in each span; NaN for a span without evidence. */
export const meansOf = (values: Float64Array, spans: readonly Span[]): Float64Array =>
  Float64Array.from(spans, ({ first, end }) =>
    meanOf([...values.subarray(first, end)].filter(isEvidence)),
  );

/**
 * Assigns the scans of another period, whose instants have been shifted to the days in view, to the same spans. Scans
 * outside all spans are left out.
 */
export function assignToSpans(
  instants: Float64Array,
  spans: readonly Span[],
  zone: string,
): Span[] {
  const findFirstIndex = (day: string) => {
    const start = instantAt(day, '00:00', zone);
    const index = instants.findIndex((instant) => instant >= start);
    return index < 0 ? instants.length : index;
  };
  return spans.map((span) => ({
    ...span,
    first: findFirstIndex(span.firstDay),
    end: findFirstIndex(span.nextDay),
  }));
}

/** A series with one point per span, whose value is the span's mean. */
export const averageBySpan = (series: SeriesColumn, spans: readonly Span[]): SeriesColumn => ({
  ...series,
  values: meansOf(series.values, spans),
  present: null,
});
