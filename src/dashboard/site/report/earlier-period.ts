import { dayAfter } from '../../../contract/dates/days.ts';
import { isEvidence } from '../../api/columns.ts';
import { calendarDay, type Locale } from '../../time/format.ts';
import type { DrawnSeries } from './drawn.ts';
import type { TimelineModel } from './model.ts';

/** The earlier period of a comparison, moved onto the days in view. */
export interface EarlierPeriod {
  /** `instants` are moved; days in `scans` are not. */
  model: TimelineModel;
  /** Its days in words. */
  name: string;
  /** The number of days from one of its days to the corresponding day in view. */
  shiftDays: number;
}

/** The last value of a series on the earlier day that corresponds to `date`; null if there is no evidence. */
export function earlierValue(
  { model, shiftDays }: EarlierPeriod,
  { summary }: DrawnSeries,
  date: string,
  locale: Locale,
): { when: string; value: number } | null {
  const counterpart = dayAfter(date, -shiftDays);
  const values = model.series.find(({ id }) => id === summary.series.id)?.values;
  const scan = model.scans.findLastIndex(
    (each, index) => each.date === counterpart && isEvidence(values?.[index]),
  );
  const value = values?.[scan];
  return isEvidence(value) ? { when: calendarDay(counterpart, locale), value } : null;
}
