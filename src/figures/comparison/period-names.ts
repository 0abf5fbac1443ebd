import type { ComparedPeriods, Periods } from '../../contract/dates/periods.ts';
import type { Locale } from '../formats/dates.ts';
import { datesInWords } from '../periods/dates-in-words.ts';
import type { ReportColumns } from '../series/columns.ts';
import type { Slices } from './slices.ts';

/** The periods of a comparison, and the report cut into them. */
interface NamedPeriods {
  compared: NonNullable<ComparedPeriods>;
  slices: Slices;
}

/** What the two periods of a comparison are called. */
export interface PeriodNames {
  now: string;
  before: string;
}

/** "24 Oct – 22 Nov 2026" and "24 Sep – 23 Oct 2026", or "the last 15 scans" and "the first 15 scans" for halves. */
export function periodNamesOf(
  { compared, slices: { now, before } }: NamedPeriods,
  locale: Locale,
): PeriodNames {
  if (compared === 'halves') {
    const formatScanCount = ({ scans }: ReportColumns) =>
      scans.length === 1 ? 'scan' : `${scans.length} scans`;
    return {
      now: `the last ${formatScanCount(now)}`,
      before: `the first ${formatScanCount(before)}`,
    };
  }
  const formatDays = ({ start, end }: Periods['now']) =>
    datesInWords({ range: null, startDate: start, endDate: end }, locale);
  return { now: formatDays(compared.now), before: formatDays(compared.before) };
}

/** The two periods in words: "24 Oct – 22 Nov 2026 compared with 24 Sep – 23 Oct 2026". */
export function describePeriods(periods: NamedPeriods, locale: Locale): string {
  const { now, before } = periodNamesOf(periods, locale);
  return `${now} compared with ${before}`;
}
