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
import { countAnswers, isExploratory } from '../report/answer-counts.ts';
import { unsignedChange } from '../report/figures.ts';
import { latestFiguresOf } from '../timeline/latest-figures.ts';
import { type DocumentFigures, describeChange } from './figures-of-document.ts';
import type { HeadlineSection, MovedSection } from './model.ts';

const areBrandsFiltered = ({ search }: DocumentFigures): boolean =>
  search.brand.length + search.competitorId.length > 0;

/** The latest figures, shown if nothing is compared. */
function toLatestHeadline(figures: DocumentFigures): HeadlineSection {
  const { summaries, drawn, report, brand, wording } = figures;
  const lead = summaries.find(({ isTracked }) => isTracked) ?? drawn[0]?.summary ?? summaries[0];
  if (!lead) return { name: 'headline', figures: [], change: null };
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
  const otherFigures =
    groupBy === 'brand' && lead
      ? brandFigures(lead, moves, areBrandsFiltered(figures), wording)
      : spreadFigures(moves, (comparison.fullReport.more ?? 0) > 0, wording);
  const { now, before } = comparison.slices;
  const counts = responses.counts?.scans ?? [];
  const periodCounts = [now, before].map(({ scans }) => countAnswers(counts, scans));
  return {
    name: 'headline',
    figures: [...(lead ? [leadFigure(lead, comparison, wording)] : []), ...otherFigures],
    change: lead && {
      ...describeChange(lead.move, wording),
      name: changeName(lead, comparison, wording),
      isExploratory: isTested(lead.move.verdict) && isExploratory(periodCounts),
    },
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
  const { moves, emptyText } = findRealMoves(groups, compared, fullReport, changes, cells);
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
        tone: toneOf(direction, wording),
      };
    }),
    note: areAllLoaded ? note : 'Some comparisons could not be loaded.',
  };
}
