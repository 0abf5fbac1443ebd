import type { MoveCandidate } from '../../../figures/comparison/find-real-moves.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { completeRows } from './complete-rows.ts';
import { listCellMoves } from './judged-moves.ts';
import { type MatrixReports, toMatrix } from './matrix.ts';

interface CellReports extends Omit<MatrixReports, 'rows' | 'byBrand'> {
  /** The rows from the single call for the whole matrix, by platform key. */
  rows: ReadonlyMap<string, ReportColumns>;
}

/** Finds the moves of a matrix's cells, with the matrix page's verdicts. Empty until it is known what was measured. */
export function findCellMoves({ rows, ...reports }: CellReports): readonly MoveCandidate[] {
  const { byPlatform } = reports;
  // Cells that repeat a total are left out, so the verdicts of totals do not matter here.
  const matrix = toMatrix({ ...reports, byBrand: null, rows: completeRows(byPlatform, rows) });
  const { name = '', id = '' } = byPlatform.brand ?? {};
  return listCellMoves(matrix.judgedMoves ?? [], name || id);
}
