import { useMemo } from 'react';
import type { TimelineRequest } from '../question/search.ts';
import { useBrandReport } from '../use-brand-report.ts';
import { loneMoveOf, moveOfAll, withOneVerdict, withVerdictOfAll } from './move-of-all.ts';
import type { MeasurementChanges } from './shown-verdict.ts';
import type { PeriodComparison } from './use-comparison.ts';

/**
 * Gives the only platform, region or prompt of a report the brand's verdict from the report by brand, which is requested
 * only then. The verdict is pending until that report has loaded; if it cannot be loaded, the verdict stays as it is.
 */
export function useVerdictOfAll(
  siteId: string,
  question: TimelineRequest,
  comparison: PeriodComparison | null,
  changes: MeasurementChanges,
): PeriodComparison | null {
  const isLone = comparison !== null && loneMoveOf(comparison) !== null;
  const byBrand = useBrandReport(siteId, question, isLone);
  return useMemo(() => {
    if (comparison === null || byBrand === null) return comparison;
    if (byBrand === 'loading') return withOneVerdict(comparison, { kind: 'pending' });
    return withVerdictOfAll(comparison, moveOfAll(byBrand, comparison, changes));
  }, [comparison, byBrand, changes]);
}
