import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import { decimalsFor, isLowerBetter } from '../../../figures/formats/values.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import type { SeriesChoice } from '../../../figures/series/series-summary.ts';
import { largestOf, type ShapedReport, shapeReport } from '../../../figures/series/shape-report.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { useSite } from '../../use-site.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { createPalette } from '../series/looks.ts';
import { assignLooks, chooseDrawn, listedKeysOf } from './view.ts';

/** A report prepared for display. */
export interface View extends ShapedReport {
  /** Every series of the report, with its look. */
  all: readonly DrawnSeries[];
  drawn: readonly DrawnSeries[];
  /** Series that the user has hidden. */
  hidden: readonly DrawnSeries[];
  wording: Wording;
}

/** Prepares a report for display in a zone, with the series that the user chose to show or hide. */
export function useView(
  report: ReportColumns | null,
  zone: string,
  { show, hide }: SeriesChoice,
  moves: PeriodComparison['unadjustedMoves'] | undefined,
): View | null {
  const { siteId } = useSite();
  const { units } = usePageSettings();
  const metric = report?.metric ?? '';
  const unit = new Map(Object.entries(units)).get(metric);
  const decimals = useMemo(() => decimalsFor(unit, report ? largestOf(report) : 0), [unit, report]);
  const wording = useMemo(
    () => ({ zone, unit, locale: pageLocale(), decimals, isLowerBetter: isLowerBetter(metric) }),
    [zone, unit, decimals, metric],
  );
  const groupBy = report?.groupBy ?? '';
  // A palette remembers keys, which mean something else for another site or grouping.
  const palette = useMemo(
    () => ({ scope: `${siteId} ${groupBy}`, ...createPalette() }),
    [siteId, groupBy],
  );
  const { data: options } = useQuery(filtersQuery(siteId));
  const listedKeys = useMemo(() => listedKeysOf(options, groupBy), [options, groupBy]);
  const shaped = useMemo(() => report && shapeReport(report, zone), [report, zone]);
  const all = useMemo(
    () => (shaped ? assignLooks(shaped, listedKeys, palette) : []),
    [shaped, listedKeys, palette],
  );
  return useMemo(
    () =>
      shaped && {
        ...shaped,
        ...chooseDrawn(all, shaped.defaultIds, { show, hide }, moves),
        wording,
      },
    [shaped, all, show, hide, moves, wording],
  );
}
