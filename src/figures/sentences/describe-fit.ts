import type { CompareMode } from '../../contract/dates/periods.ts';
import { daysOf, type Range } from '../../contract/dates/ranges.ts';
import type { PeriodComparison } from '../comparison/compare-report.ts';
import { rangeNames } from '../periods/dates-in-words.ts';
import { fittingPeriodOf } from '../periods/fitting-period.ts';
import type { ReportColumns } from '../series/columns.ts';
import { evidenceDaysOf } from '../series/tracked-brand.ts';
import { uncapitalise } from '../text/uncapitalise.ts';

/**
 * Says why the range in view is shown, such as "last 90 days; scanned weekly", or that no period has enough scans for a
 * verdict; null unless it is the range that fits how often the site is scanned.
 * @param report the report of the search, with all its days
 * @param comparison the comparison in view; null if nothing is compared
 * @param today the current UTC day, YYYY-MM-DD
 */
export function describeFit(
  { range, compare }: { range: Range | null; compare: CompareMode | null },
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
