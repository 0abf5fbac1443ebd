import { findRealMoves, type RealMove } from '../../../figures/comparison/find-real-moves.ts';
import { describeNoMoves, type Judged } from '../../../figures/comparison/moved-words.ts';
import { toneOf } from '../../../figures/comparison/shown-verdict.ts';
import { unsignedChange } from '../../../figures/formats/values.ts';
import {
  everywhere,
  figureSentence,
  type Place,
} from '../../../figures/sentences/figure-sentence.ts';
import { valueText } from '../../../figures/series/wording.ts';
import { listCellMoves } from '../matrix/judged-moves.ts';
import type { Matrix } from '../matrix/matrix.ts';
import type { DocumentFigures } from './figures-of-document.ts';
import { areBrandsFiltered, leadMoveOf } from './headline.ts';
import type { MovedSection } from './model.ts';

/** The maximum number of moves to list. */
const maxMoves = 3;

function placeOf({ groupBy, label }: RealMove): Place {
  if (groupBy === 'brand') return everywhere;
  return { kind: groupBy ?? 'cell', label };
}

function sentenceOf(real: RealMove, { report, wording }: DocumentFigures): string {
  const { brand, change, move } = real;
  const { unit, locale, decimals } = wording;
  const size = unsignedChange(real.means ?? Math.abs(change), unit, locale, decimals);
  const value = valueText(move.now, wording);
  const figure = figureSentence(report.metric, brand, value, placeOf(real), wording, true);
  return `${figure}, ${change > 0 ? 'up' : 'down'} ${size} from ${valueText(move.before, wording)}.`;
}

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
        sentence: sentenceOf(move, figures),
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
