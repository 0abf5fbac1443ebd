import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { timelineQuery } from '../../api/reports.ts';
import type { TimelineRequest } from '../question/search.ts';
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
  const { data: byBrand, isError } = useQuery({
    ...timelineQuery(siteId, { ...question, groupBy: 'brand', brandId: null }),
    enabled: isLone,
  });
  return useMemo(() => {
    if (comparison === null || !isLone) return comparison;
    if (byBrand) return withVerdictOfAll(comparison, moveOfAll(byBrand, comparison, changes));
    return isError ? comparison : withOneVerdict(comparison, { kind: 'pending' });
  }, [comparison, isLone, byBrand, isError, changes]);
}
