import { findRealMoves } from '../../../figures/comparison/find-real-moves.ts';
import { describeNoMoves, type Judged } from '../../../figures/comparison/moved-words.ts';
import { toneOf } from '../../../figures/comparison/shown-verdict.ts';
import { movedSentence } from '../../../figures/sentences/moved-sentence.ts';
import { listCellMoves } from '../matrix/judged-moves.ts';
import type { Matrix } from '../matrix/matrix.ts';
import type { DocumentFigures } from './figures-of-document.ts';
import { areBrandsFiltered, leadMoveOf } from './headline.ts';
import type { MovedSection } from './model.ts';

/** The maximum number of moves to list. */
const maxMoves = 3;

/** What to say if nothing but the headline's figure moved. */
const describeNoOthers = (judged: Judged, areCellsCompared: boolean): string =>
  judged === 'none'
    ? 'Nothing else can be compared.'
    : describeNoMoves(
        areCellsCompared ? 'Nothing else' : 'No other brand, platform or region',
        judged,
      );

/**
 * The largest real moves; null if nothing is compared or the report has no brand.
 * @param matrix null if it was not loaded, in which case moves of its cells are left out
 * @param isLeadShown whether the headline shows the move of its figure, which is then left out
 */
export function toMovedSection(
  figures: DocumentFigures,
  matrix: Matrix | null,
  isLeadShown: boolean,
): MovedSection | null {
  const { comparison, responses, brand, wording } = figures;
  if (!comparison || !brand) return null;
  const { groups, compared, fullReport, changes } = responses;
  const cells = matrix && listCellMoves(matrix.judgedMoves ?? [], brand.name || brand.id);
  const lead = leadMoveOf(figures)?.move;
  const shownElsewhere = isLeadShown && lead?.verdict.kind === 'real' ? lead : null;
  const found = findRealMoves(groups, {
    compared,
    reference: fullReport,
    changes,
    cellMoves: cells,
    areBrandsChosen: areBrandsFiltered(figures),
    shownElsewhere,
  });
  const areCellsJudged = matrix === null || matrix.judgedMoves !== null;
  const areAllLoaded =
    changes && groups.brand && groups.platform && groups.region && areCellsJudged;
  const emptyText = shownElsewhere
    ? describeNoOthers(found.judged, matrix !== null)
    : found.emptyText;
  const { moves } = found;
  return {
    name: 'moved',
    moves: moves.slice(0, maxMoves).map((move) => {
      const direction = move.change > 0 ? 'up' : 'down';
      return {
        sentence: movedSentence(move, figures.report.metric, wording),
        direction,
        tone: toneOf(direction, wording, move.isTracked),
      };
    }),
    basis:
      moves.length > maxMoves
        ? `The ${maxMoves} largest changes that are more than the usual scatter`
        : moves.length > 0
          ? 'More than the usual scatter'
          : '',
    note: areAllLoaded
      ? moves.length > 0
        ? ''
        : emptyText
      : 'Some comparisons could not be loaded.',
  };
}
