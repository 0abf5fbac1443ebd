import { findRealMoves, subjectOf } from '../comparison/find-real-moves.ts';
import { moveOfAll } from '../comparison/move-of-all.ts';
import {
  brandFigures,
  changeName,
  isTested,
  leadFigure,
  namedMoves,
  spreadFigures,
} from '../comparison/period-figures.ts';
import { toneOf } from '../comparison/shown-verdict.ts';
import { listCellMoves } from '../matrix/judged-moves.ts';
import type { Matrix } from '../matrix/matrix.ts';
import { countAnswers, isExploratory } from '../series/answer-counts.ts';
import { unsignedChange } from '../series/figures.ts';
import { missingLeadText } from '../series/missing-lead.ts';
import { latestFiguresOf, latestLeadOf } from '../timeline/latest-figures.ts';
import { type DocumentFigures, describeChange } from './figures-of-document.ts';
import type { HeadlineSection, MovedSection } from './model.ts';

/** The IDs of the brands that filters choose; empty for all brands. */
const chosenBrandsOf = ({ brand, competitorId }: DocumentFigures['search']): string[] => [
  ...brand,
  ...competitorId,
];

const areBrandsFiltered = ({ search }: DocumentFigures): boolean =>
  chosenBrandsOf(search).length > 0;

/** A headline without figures, since the service has none of the tracked brand. */
const withoutFigures = ({ report, search }: DocumentFigures): HeadlineSection => ({
  name: 'headline',
  figures: [],
  change: null,
  note: missingLeadText(report, chosenBrandsOf(search)),
});

/** The latest figures, shown if nothing is compared. */
function toLatestHeadline(figures: DocumentFigures): HeadlineSection {
  const { summaries, drawn, report, brand, wording } = figures;
  const lead = latestLeadOf(report.groupBy, summaries, drawn);
  if (!lead) return withoutFigures(figures);
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
    figures: latest.map(({ name, text }) => ({ value: text, name, remark: null })),
    change: null,
    note: '',
  };
}

/** The key figures of the timeline's strip and, if periods are compared, the change and verdict of the first figure. */
export function toHeadlineSection(figures: DocumentFigures): HeadlineSection {
  const { comparison, summaries, responses, brand, wording } = figures;
  if (!comparison) return toLatestHeadline(figures);
  const { groupBy } = comparison.fullReport;
  const byBrand = responses.groups.brand;
  const { moves, lead } = namedMoves({
    comparison,
    summaries,
    groupBy,
    brand: brand && (brand.name || brand.id),
    overallMove: byBrand ? moveOfAll(byBrand, comparison, responses.changes) : null,
  });
  if (groupBy === 'brand' && !lead) return withoutFigures(figures);
  const otherFigures =
    groupBy === 'brand' && lead
      ? brandFigures(lead, moves, areBrandsFiltered(figures), wording)
      : spreadFigures(moves, groupBy, (comparison.fullReport.more ?? 0) > 0, wording);
  const { now, before } = comparison.slices;
  const counts = responses.counts?.scans ?? [];
  const periodCounts = [now, before].map(({ scans }) => countAnswers(counts, scans));
  return {
    name: 'headline',
    figures: [...(lead ? [leadFigure(lead, comparison, wording)] : []), ...otherFigures],
    change: lead && {
      ...describeChange(
        lead.move,
        groupBy === 'brand' || comparison.fullReport.isOfTrackedBrand,
        wording,
      ),
      name: changeName(lead, comparison, wording),
      isExploratory: isTested(lead.move.verdict) && isExploratory(periodCounts),
    },
    note: '',
  };
}

/**
 * The largest real moves; null if nothing is compared or the report has no brand.
 * @param matrix null if it was not loaded, in which case moves of its cells are left out
 */
export function toMovedSection(
  figures: DocumentFigures,
  matrix: Matrix | null,
): MovedSection | null {
  const { comparison, responses, brand, wording } = figures;
  if (!comparison || !brand) return null;
  const { groups, compared, fullReport, changes } = responses;
  const cells = matrix && listCellMoves(matrix.judgedMoves ?? [], brand.name || brand.id);
  const { moves, emptyText } = findRealMoves(groups, {
    compared,
    reference: fullReport,
    changes,
    cellMoves: cells,
    areBrandsChosen: areBrandsFiltered(figures),
  });
  const areCellsJudged = matrix === null || matrix.judgedMoves !== null;
  const areAllLoaded =
    changes && groups.brand && groups.platform && groups.region && areCellsJudged;
  const { unit, locale, decimals } = wording;
  const note = moves.length > 0 ? '' : emptyText;
  return {
    name: 'moved',
    moves: moves.map((move) => {
      const { change } = move;
      const direction = change > 0 ? 'up' : 'down';
      const size = unsignedChange(Math.abs(change), unit, locale, decimals);
      return {
        subject: subjectOf(move),
        change: `${direction} ${size}`,
        direction,
        tone: toneOf(direction, wording, move.isTracked),
      };
    }),
    note: areAllLoaded ? note : 'Some comparisons could not be loaded.',
  };
}
