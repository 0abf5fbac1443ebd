import { isEvidence } from '../../api/columns.ts';
import { wallClock } from '../../time/clock.ts';
import { calendarDay, dayAndTime, type Locale, zoneLabel } from '../../time/format.ts';
import type { DrawnSeries } from './drawn.ts';
import { type EarlierPeriod, earlierValue } from './earlier-period.ts';
import { noEvidence, shortValue } from './figures.ts';
import type { TimelineModel } from './model.ts';

/** How a view writes times and values. */
export interface Wording {
  zone: string;
  locale: Locale;
  /** Unit of the values, if known. */
  unit: string | undefined;
  /** Decimals of every value. */
  decimals: number;
}

/** A value as text; "no evidence" for null. */
export const valueText = (value: number | null, { unit, locale, decimals }: Wording): string =>
  value === null ? noEvidence : shortValue(value, unit, locale, decimals);

/** One point of a chart as text, for the tooltip and for screen readers. */
export interface Reading {
  /** A scan's local day and time, or its UTC day if the time is unknown; a week's or month's name and scan count. */
  timeText: string;
  /** The zone, and what to know about the time, such as a UTC day that differs from the local one. */
  zoneText: string;
  /** Drawn series from the highest value to the lowest, then those without a value. */
  rows: readonly { drawn: DrawnSeries; value: number | null; text: string }[];
  /** What the series of `subjectAt` had in the earlier period, as text; null without a value. */
  earlier: string | null;
}

/** The time of a scan in the view's zone, or its UTC day if the time is unknown. */
export function scanTime(model: TimelineModel, scan: number, { zone, locale }: Wording) {
  const { date = '', hasTime = false } = model.scans[scan] ?? {};
  const instant = model.instants[scan] ?? 0;
  if (!hasTime) {
    const unknown = 'UTC day, time unknown';
    return { timeText: calendarDay(date, locale), zoneText: unknown, zoneName: unknown };
  }
  const zoneName = zoneLabel(zone, instant);
  const isOtherDay = wallClock(instant, zone).day !== date;
  return {
    timeText: dayAndTime(instant, zone, locale),
    zoneName,
    zoneText: isOtherDay ? `${zoneName} · scan day ${calendarDay(date, locale)} (UTC)` : zoneName,
  };
}

/**
 * The series whose earlier value is shown at a point: the one in front, or else the tracked one, or else the one with the
 * highest value.
 * @param front the ID of the series in front, if any
 */
export function subjectAt(
  drawn: readonly DrawnSeries[],
  point: number,
  front: string | null,
): DrawnSeries | null {
  const heightOf = ({ summary }: DrawnSeries) => {
    const value = summary.series.values[point];
    return isEvidence(value) ? value : Number.NEGATIVE_INFINITY;
  };
  const emphasised =
    drawn.find(({ summary }) => summary.series.id === front) ??
    drawn.find(({ summary }) => summary.isTracked);
  return emphasised ?? drawn.toSorted((a, b) => heightOf(b) - heightOf(a))[0] ?? null;
}

/** The values that the chart shows at a scan. */
export function readingAt(
  model: TimelineModel,
  drawn: readonly DrawnSeries[],
  scan: number,
  wording: Wording,
  earlier: EarlierPeriod | null = null,
  front: string | null = null,
): Reading {
  const rows = drawn.map((each) => {
    const { series } = each.summary;
    const found = series.values[scan];
    const value = isEvidence(found) ? found : null;
    return { drawn: each, value, text: valueText(value, wording) };
  });
  rows.sort((a, b) => {
    if (a.value === null || b.value === null)
      return Number(a.value === null) - Number(b.value === null);
    return b.value - a.value;
  });
  const subject = subjectAt(drawn, scan, front);
  const before =
    earlier && subject
      ? earlierValue(earlier, subject, model.scans[scan]?.date ?? '', wording.locale)
      : null;
  return {
    ...scanTime(model, scan, wording),
    rows,
    earlier:
      before &&
      `${subject?.summary.series.label} on ${before.when}: ${valueText(before.value, wording)}`,
  };
}

/** A reading as text for screen readers. */
export const toSpokenText = ({ timeText, zoneText, rows, earlier }: Reading): string =>
  `${timeText}, ${zoneText}. ${rows.map(({ drawn, text }) => `${drawn.summary.series.label} ${text}`).join(', ')}.${earlier === null ? '' : ` ${earlier}.`}`;
