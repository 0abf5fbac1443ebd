import type { ReportColumns } from '../../api/columns.ts';
import type { MoveCandidate } from '../comparison/find-real-moves.ts';
import { completeRows } from './complete-rows.ts';
import { listCellMoves } from './judged-moves.ts';
import { type MatrixReports, toMatrix } from './matrix.ts';

interface CellReports extends Omit<MatrixReports, 'rows'> {
  /** The rows from the call for the whole matrix, by platform key. */
  rows: ReadonlyMap<string, ReportColumns>;
}

/** The moves of a matrix's cells, judged as on the matrix page. Empty until it is known what was measured. */
export function findCellMoves({ rows, ...reports }: CellReports): readonly MoveCandidate[] {
  const matrix = toMatrix({ ...reports, rows: completeRows(reports.byPlatform, rows) });
  return listCellMoves(matrix.judgedMoves ?? []);
}
