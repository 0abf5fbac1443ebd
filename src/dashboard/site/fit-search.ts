import { daysOf } from '../../contract/dates/ranges.ts';
import { isSameId } from '../../contract/fields.ts';
import { sliceByDays } from '../../figures/comparison/slices.ts';
import { fittingPeriodOf } from '../../figures/periods/fitting-period.ts';
import { isEvidence, type ReportColumns } from '../../figures/series/columns.ts';
import { evidenceDaysOf } from '../../figures/series/tracked-brand.ts';
import {
  requestOf,
  type TimelineRequest,
  type TimelineSearch,
  withDates,
} from './search/search.ts';

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
