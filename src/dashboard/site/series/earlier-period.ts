import { addDays } from '../../../contract/dates/days.ts';
import type { Days } from '../../../contract/dates/periods.ts';
import { isEvidence } from '../../../figures/series/columns.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import type { DrawnSeries } from './drawn.ts';

/** The earlier period of a comparison, shifted onto the days in view. */
export interface EarlierPeriod {
  /** The instants are shifted, but the days in `scans` are not. */
  model: TimelineModel;
  /** Its days in words. */
  name: string;
  /** The number of days from a day of this period to the corresponding day in view. */
  shiftDays: number;
  /** The days that correspond to those of its first and last scan. Some may be outside the days in view. */
  days: Days;
}

/** The day in the earlier period that corresponds to a day in view, both YYYY-MM-DD. */
export const earlierDay = ({ shiftDays }: EarlierPeriod, date: string): string =>
  addDays(date, -shiftDays);

/** The last value of a series on a day of the earlier period, YYYY-MM-DD; null if there is no evidence. */
export function earlierValue(
  { model }: EarlierPeriod,
  { summary }: DrawnSeries,
  day: string,
): number | null {
  const values = model.series.find(({ id }) => id === summary.series.id)?.values;
  const scan = model.scans.findLastIndex(
    ({ date }, index) => date === day && isEvidence(values?.[index]),
  );
  return values?.[scan] ?? null;
}
