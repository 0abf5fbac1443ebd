import type { ReportColumns } from '../../api/columns.ts';
import type { MoveCandidate } from '../comparison/find-real-moves.ts';
import { completeRows } from './complete-rows.ts';
import { listCellMoves } from './judged-moves.ts';
import { type MatrixReports, toMatrix } from './matrix.ts';

interface CellReports extends Omit<MatrixReports, 'rows'> {
  /** The rows of the matrix from one call, by platform key. */
  rows: ReadonlyMap<string, ReportColumns>;
}

/** The moves of a matrix's cells, judged as on its page. Empty until it is known what was measured. */
export function findCellMoves({ rows, ...reports }: CellReports): readonly MoveCandidate[] {
  const matrix = toMatrix({ ...reports, rows: completeRows(reports.byPlatform, rows) });
  return listCellMoves(matrix.judgedMoves ?? []);
}
