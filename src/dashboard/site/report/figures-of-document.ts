import type { PageSettings } from '../../../contract/page-settings.ts';
import type { Brand } from '../../../contract/resources.ts';
import {
  compareReport,
  type PeriodComparison,
  withMeasurementChanges,
} from '../../../figures/comparison/compare-report.ts';
import { moveOfAll, withVerdictOfAll } from '../../../figures/comparison/move-of-all.ts';
import type { SeriesMove } from '../../../figures/comparison/moves.ts';
import { directionOf, toneOf } from '../../../figures/comparison/shown-verdict.ts';
import { decimalsFor, isLowerBetter, shortChange } from '../../../figures/formats/values.ts';
import { describeVerdict } from '../../../figures/sentences/describe-verdict.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { largestOf, type ShapedReport, shapeReport } from '../../../figures/series/shape-report.ts';
import { markTrackedBrand } from '../../../figures/series/tracked-brand.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { pageLocale } from '../../locale.ts';
import { assignLooks, chooseDrawn, listedKeysOf } from '../chart/view.ts';
import type { SeriesContext } from '../comparison/series-rows.ts';
import type { TimelineSearch } from '../search/search.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { createPalette } from '../series/looks.ts';
import type { Responses } from './load-responses.ts';
import type { WordedChange } from './model.ts';

/** The responses of a report, compared and prepared for its sections. */
export interface DocumentFigures extends ShapedReport {
  responses: Responses;
  search: TimelineSearch;
  /** The part of the report that is in view. */
  report: ReportColumns;
  /** Null if nothing is compared. */
  comparison: PeriodComparison | null;
  /** Every series with its look. */
  all: readonly DrawnSeries[];
  drawn: readonly DrawnSeries[];
  namedFirst: SeriesContext['namedFirst'];
  /** The brand that the figures are about; null if the report has none. */
  brand: Brand | null;
  wording: Wording;
}

/** Prepares the responses of a report for its sections. */
export function prepareFigures(
  responses: Responses,
  search: TimelineSearch,
  { zone, units }: { zone: string; units: PageSettings['units'] },
): DocumentFigures {
  const { compared, changes, options, groups } = responses;
  const fullReport = markTrackedBrand(responses.fullReport, groups.brand);
  const { inView, comparison: unjudged } = compareReport(fullReport, compared);
  const comparison = unjudged && withMeasurementChanges(unjudged, changes);
  const ofAll = comparison && groups.brand ? moveOfAll(groups.brand, comparison, changes) : null;
  const report = inView ?? fullReport;
  const unit = new Map(Object.entries(units)).get(report.metric);
  const shaped = shapeReport(report, zone);
  const listed = listedKeysOf(options ?? undefined, report.groupBy);
  const styledSeries = assignLooks(shaped, listed, createPalette());
  const { all, drawn } = chooseDrawn(
    styledSeries,
    shaped.defaultIds,
    search,
    comparison?.unadjustedMoves,
  );
  return {
    ...shaped,
    responses,
    search,
    report,
    all,
    drawn,
    comparison: comparison && withVerdictOfAll(comparison, ofAll),
    namedFirst: responses.namedFirst,
    brand: fullReport.brand,
    wording: {
      zone,
      unit,
      locale: pageLocale(),
      decimals: decimalsFor(unit, largestOf(report)),
      isLowerBetter: isLowerBetter(report.metric),
    },
  };
}

/**
 * A change with its verdict in words.
 * @param isTracked whether it is a change of the tracked brand's figures
 */
export const describeChange = (
  { now, before, verdict }: Pick<SeriesMove, 'now' | 'before' | 'verdict'>,
  isTracked: boolean,
  wording: Wording,
): WordedChange => ({
  text:
    now === null || before === null
      ? ''
      : shortChange({ from: before, to: now }, wording.unit, wording.locale, wording.decimals),
  direction: directionOf(verdict) ?? null,
  tone: toneOf(directionOf(verdict), wording, isTracked) ?? null,
  verdictText: describeVerdict(verdict, wording),
});
