import { daysOf } from '../../contract/dates/ranges.ts';
import { isSameId } from '../../contract/fields.ts';
import { isEvidence, type ReportColumns } from '../api/columns.ts';
import { trackedSeriesOf } from '../api/tracked-brand.ts';
import { uncapitalise } from '../ui/uncapitalise.ts';
import { sliceByDays } from './comparison/slices.ts';
import type { PeriodComparison } from './comparison/use-comparison.ts';
import { fittingPeriodOf } from './search/fitting-period.ts';
import {
  requestOf,
  type TimelineRequest,
  type TimelineSearch,
  withDates,
} from './search/search.ts';
import { rangeNames } from './search/utc-days.ts';

/** The UTC days of the scans in which the tracked brand, or else any series, has evidence, oldest first. */
function evidenceDaysOf(report: ReportColumns): string[] {
  const tracked = trackedSeriesOf(report);
  const counted = tracked ? [tracked] : report.series;
  return report.scans.flatMap(({ date }, scan) =>
    counted.some(({ values }) => isEvidence(values[scan])) ? [date] : [],
  );
}

/**
 * The part of a report over all dates that a request asks for. Leaves out series without evidence in it, as a service
 * does except in a report by brand. Null if the service may have left out series that it would include in the part.
 */
function partOf(report: ReportColumns, { startDate, endDate }: TimelineRequest) {
  if (startDate === null || endDate === null || (report.more ?? 0) > 0) return null;
  const part = sliceByDays(report, { start: startDate, end: endDate });
  if (part.groupBy === 'brand') return part;
  return { ...part, series: part.series.filter(({ values }) => values.some(isEvidence)) };
}

/** A search with the dates that fit a site. */
export interface FittedSearch {
  search: TimelineSearch;
  /** The report that the search asks for; null if it has to be requested. */
  report: ReportColumns | null;
}

/**
 * Chooses dates for a search that leaves them open: the range that fits how often the site is scanned. Leaves them open
 * if no range does, or if the search opens a scan before that range, which means all dates.
 * @param whole the report that the search asks for without dates
 * @param today the current UTC day, YYYY-MM-DD
 */
export function fitSearch(
  search: TimelineSearch,
  whole: ReportColumns,
  today: string,
): FittedSearch {
  const { range } = fittingPeriodOf(evidenceDaysOf(whole), today);
  if (range === null) return { search, report: whole };
  const firstDay = daysOf(range, today).startDate;
  const opened = search.scan && whole.scans.find(({ scanId }) => isSameId(scanId, search.scan));
  if (opened && opened.date < firstDay) return { search, report: whole };
  const fitted = withDates(search, { range });
  return { search: fitted, report: partOf(whole, requestOf(fitted, today)) };
}

/**
 * Says why the range in view is shown, such as "last 90 days; scanned weekly", or that no period has enough scans for a
 * verdict; null unless it is the range that fits how often the site is scanned.
 * @param report the report of the search, with all its days
 * @param comparison the comparison in view; null if nothing is compared
 * @param today the current UTC day, YYYY-MM-DD
 */
export function describeFit(
  { range, compare }: TimelineSearch,
  report: ReportColumns | null,
  comparison: PeriodComparison | null,
  today: string,
): string | null {
  // Without a comparison, the report does not reach back to the period before.
  if (range === null || report === null || compare === 'none') return null;
  const compared = comparison?.compared;
  // The comparison may still be that of an earlier search.
  const isOld =
    compared && compared !== 'halves' && compared.now.start !== daysOf(range, today).startDate;
  if (isOld || compared === 'halves') return null;
  const fitting = fittingPeriodOf(evidenceDaysOf(report), today);
  if (fitting.range !== range) return null;
  const name = uncapitalise(rangeNames[range]);
  if (!fitting.hasEnoughScans) return `${name}; too few scans to tell what changed`;
  return fitting.cadence && `${name}; scanned ${fitting.cadence}`;
}
