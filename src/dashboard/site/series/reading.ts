import { calendarDay } from '../../../figures/formats/dates.ts';
import { isEvidence } from '../../../figures/series/columns.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import { describeScanTime } from '../../../figures/series/scan-time.ts';
import { valueText, type Wording } from '../../../figures/series/wording.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { type DrawnSeries, isHighlighted } from './drawn.ts';
import { type EarlierPeriod, earlierDay, earlierValue } from './earlier-period.ts';

/** What a chart shows at one scan, week or month, as text for the tooltip and for screen readers. */
export interface Reading {
  /**
   * A scan's day and time in the view's zone, or its UTC day if the time is unknown; for a week or month, its name and
   * scan count.
   */
  timeText: string;
  /** The zone, with any note on the time, such as a UTC day that differs from the day in the zone. */
  zoneText: string;
  /** Drawn series from the highest value to the lowest, then those without a value. */
  rows: readonly ReadingRow[];
  /**
   * The earlier day that the `before` values are from, or the days and the number of scans for a week or month; null if
   * no row has a `before` value.
   */
  earlier: string | null;
}

interface ReadingRow {
  drawn: DrawnSeries;
  value: number | null;
  text: string;
  /** The value of the earlier period as text; null without one, and for quiet series. */
  before: string | null;
}

/**
 * The values that the chart shows at a scan.
 * @param earlier null if nothing is compared
 * @param front the ID of the series in front, if any
 */
export function readingAt(
  model: TimelineModel,
  drawn: readonly DrawnSeries[],
  scan: number,
  wording: Wording,
  earlier: EarlierPeriod | null = null,
  front: string | null = null,
): Reading {
  const date = model.scans[scan]?.date;
  const day = earlier && date !== undefined ? earlierDay(earlier, date) : null;
  const textBefore = (drawnSeries: DrawnSeries): string | null => {
    if (!earlier || day === null || !isHighlighted(drawnSeries, front)) return null;
    const value = earlierValue(earlier, drawnSeries, day);
    return value === null ? null : valueText(value, wording);
  };
  const rows = drawn.map((drawnSeries) => {
    const { series } = drawnSeries.summary;
    const columnValue = series.values[scan];
    const value = isEvidence(columnValue) ? columnValue : null;
    return {
      drawn: drawnSeries,
      value,
      text: valueText(value, wording),
      before: textBefore(drawnSeries),
    };
  });
  rows.sort((a, b) => {
    if (a.value === null || b.value === null)
      return Number(a.value === null) - Number(b.value === null);
    return b.value - a.value;
  });
  const hasEarlier = rows.some(({ before }) => before !== null);
  return {
    ...describeScanTime(model, scan, wording),
    rows,
    earlier: hasEarlier && day !== null ? calendarDay(day, wording.locale) : null,
  };
}

/** A reading as text for screen readers. */
export function toSpokenText({ timeText, zoneText, rows, earlier }: Reading): string {
  const values = rows.map(({ drawn, text, before }) => {
    const label = isolate(drawn.summary.series.label);
    return before === null ? `${label} ${text}` : `${label} ${text}, was ${before}`;
  });
  const comparedWith = earlier === null ? '' : ` Compared with ${earlier}.`;
  return `${timeText}, ${zoneText}. ${values.join(', ')}.${comparedWith}`;
}
