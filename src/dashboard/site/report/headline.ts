import { moveOfAll } from '../../../figures/comparison/move-of-all.ts';
import {
  comparedSentence,
  latestFigureSentence,
} from '../../../figures/sentences/headline-sentences.ts';
import { latestFiguresOf, latestLeadOf } from '../../../figures/sentences/latest-figures.ts';
import {
  changeName,
  isTested,
  namedMoves,
  spreadFigures,
  type TextFigure,
} from '../../../figures/sentences/period-figures.ts';
import { brandStanding, platformStanding } from '../../../figures/sentences/standing.ts';
import { countAnswers, isExploratory } from '../../../figures/series/answer-counts.ts';
import { missingLeadText } from '../../../figures/series/missing-lead.ts';
import { shapeReport } from '../../../figures/series/shape-report.ts';
import { findBrandSeries } from '../../../figures/series/tracked-brand.ts';
import { basisOf } from './basis.ts';
import { type DocumentFigures, describeChange } from './figures-of-document.ts';
import type { HeadlineSection } from './model.ts';

/** The IDs of the brands that filters choose; empty for all brands. */
const chosenBrandsOf = ({ brand, competitorId }: DocumentFigures['search']): string[] => [
  ...brand,
  ...competitorId,
];

/** Whether filters choose brands. */
export const areBrandsFiltered = ({ search }: DocumentFigures): boolean =>
  chosenBrandsOf(search).length > 0;

/** The name of the brand that the figures are about; empty if the report has none. */
const brandNameOf = ({ brand }: DocumentFigures): string => brand?.name || brand?.id || '';

/** The strongest and the weakest platform of the report. */
const platformStandingOf = (figures: DocumentFigures): TextFigure[] =>
  platformStanding(
    { ...figures, groups: figures.responses.groups },
    figures.search.platform.length > 0,
  );

/** A headline without figures, since the service has none of the tracked brand. */
const withoutFigures = ({ report, search }: DocumentFigures): HeadlineSection => ({
  name: 'headline',
  sentence: '',
  figures: [],
  change: null,
  basis: '',
  note: missingLeadText(report, chosenBrandsOf(search)),
});

/**
 * The value of the brand over all platforms, regions and prompts at the latest scan; null without one, undefined if the
 * report by brand could not be loaded or does not say which series is the brand's.
 */
function latestOfBrand({ responses, brand, report, summaries, wording }: DocumentFigures) {
  const byBrand = responses.groups.brand;
  const isByBrand = report.groupBy === 'brand';
  const id = isByBrand ? report.trackedId : byBrand && findBrandSeries(byBrand, brand)?.id;
  const candidates =
    isByBrand || !byBrand ? summaries : shapeReport(byBrand, wording.zone).summaries;
  return candidates.find(({ series }) => series.id === id)?.latest;
}

/** The headline of the latest scan, if nothing is compared. */
function latestSentence(figures: DocumentFigures): string {
  const { report, wording, responses } = figures;
  const latest = latestOfBrand(figures);
  if (latest === undefined) return '';
  const sentence = latestFigureSentence(report.metric, brandNameOf(figures), latest, wording);
  return responses.compared === null
    ? sentence
    : `${sentence} There are no earlier figures to compare it with.`;
}

/** The latest figures, shown if nothing is compared. */
function toLatestHeadline(figures: DocumentFigures): HeadlineSection {
  const { summaries, drawn, report, brand, wording } = figures;
  const lead = latestLeadOf(report.groupBy, summaries, drawn);
  if (!lead) return withoutFigures(figures);
  const sentence = latestSentence(figures);
  const isAlone = summaries.filter(({ latest }) => latest !== null).length < 2;
  const isRepeated = (key: string) =>
    (key === 'latest' && sentence !== '') || (key === 'rank' && isAlone);
  const latest = latestFiguresOf({
    lead,
    summaries,
    wording,
    groupBy: report.groupBy,
    brand: report.groupBy === 'brand' ? null : brand && (brand.name || brand.id),
    areBrandsFiltered: areBrandsFiltered(figures),
    hasOmittedSeries: (report.more ?? 0) > 0,
  });
  return {
    name: 'headline',
    sentence,
    figures: [
      ...latest
        .filter(({ key }) => report.groupBy !== 'brand' || !isRepeated(key))
        .map(({ name, text }) => ({ value: text, name, remark: null })),
      ...(report.groupBy === 'platform' ? [] : platformStandingOf(figures)),
    ],
    change: null,
    basis: basisOf(figures, null),
    note: '',
  };
}

/** The move that the headline is about: that of the tracked brand, or that of all series of another grouping together. */
export function leadMoveOf({ comparison, summaries, responses, brand }: DocumentFigures) {
  if (!comparison) return null;
  const byBrand = responses.groups.brand;
  return namedMoves({
    comparison,
    summaries,
    groupBy: comparison.fullReport.groupBy,
    brand: brand && (brand.name || brand.id),
    overallMove: byBrand ? moveOfAll(byBrand, comparison, responses.changes) : null,
  }).lead;
}

/** The highest and the lowest region or prompt, if the report is by one of them. */
function groupingFigures({ comparison, summaries, wording }: DocumentFigures): TextFigure[] {
  if (!comparison) return [];
  const { groupBy, more } = comparison.fullReport;
  if (groupBy === 'brand' || groupBy === 'platform') return [];
  const { moves } = namedMoves({
    comparison,
    summaries,
    groupBy,
    brand: null,
    overallMove: null,
  });
  return spreadFigures(moves, groupBy, (more ?? 0) > 0, wording);
}

/**
 * The headline: the brand's figure with its change and verdict as a sentence, then the brand's rank, its strongest and
 * weakest platform, and what all this is based on.
 */
export function toHeadlineSection(figures: DocumentFigures): HeadlineSection {
  const { comparison, responses, wording } = figures;
  if (!comparison) return toLatestHeadline(figures);
  const { groupBy, isOfTrackedBrand } = comparison.fullReport;
  const lead = leadMoveOf(figures);
  if (groupBy === 'brand' && !lead) return withoutFigures(figures);
  const { now, before } = comparison.slices;
  const counts = responses.counts?.scans ?? [];
  const periodCounts = [now, before].map(({ scans }) => countAnswers(counts, scans));
  const isLeadExploratory =
    lead !== null && isTested(lead.move.verdict) && isExploratory(periodCounts);
  const standing = brandStanding(
    { ...figures, groups: responses.groups },
    areBrandsFiltered(figures),
  );
  return {
    name: 'headline',
    sentence: lead
      ? comparedSentence(lead.move, comparison, isLeadExploratory, brandNameOf(figures), wording)
      : '',
    figures: [
      ...(standing ? [standing] : []),
      ...platformStandingOf(figures),
      ...groupingFigures(figures),
    ],
    change: lead && {
      ...describeChange(lead.move, groupBy === 'brand' || isOfTrackedBrand, wording),
      name: changeName(lead, comparison, wording),
      isExploratory: isLeadExploratory,
    },
    basis: basisOf(figures, lead?.move ?? null),
    note: '',
  };
}
