import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import type { ReportColumns } from '../../api/columns.ts';
import { useHasPage } from '../../session/share-overrides.ts';
import { useCapability } from '../../session/use-session.ts';
import type { MoveCandidate } from '../comparison/find-real-moves.ts';
import type { MeasurementChanges } from '../comparison/shown-verdict.ts';
import type { TimelineRequest } from '../question/search.ts';
import { listCellMoves } from './judged-moves.ts';
import { toMatrix } from './matrix.ts';
import { completeRows, rowsQuery } from './rows-query.ts';

interface CellMoves {
  /** Judged as on the page of the matrix; empty while loading, and where there is no matrix in one call. */
  cells: readonly MoveCandidate[];
  isLoading: boolean;
  isFailed: boolean;
}

const none: readonly MoveCandidate[] = [];

/**
 * Loads the moves of the cells of a matrix for another page. Sends no request if the service has no matrix in one call,
 * or if a share leaves the page of the matrix out.
 * @param reports the reports by platform and by region for the question; the matrix is requested once both have loaded
 */
export function useCellMoves(
  siteId: string,
  question: TimelineRequest,
  { platform, region }: { platform?: ReportColumns; region?: ReportColumns },
  compared: ComparedPeriods,
  changes: MeasurementChanges,
): CellMoves {
  const isOffered = useCapability('matrix');
  const isWanted = useHasPage('matrix') && isOffered;
  const { data, isError } = useQuery({
    ...rowsQuery(siteId, { ...question, groupBy: 'region' }),
    enabled: isWanted && platform !== undefined && region !== undefined,
  });
  const cells = useMemo(() => {
    if (!isWanted || !platform || !region || !data || changes === null) return none;
    const rows = completeRows(platform, data);
    const matrix = toMatrix({ byPlatform: platform, byRegion: region, rows, compared, changes });
    return listCellMoves(matrix.judgedMoves ?? []);
  }, [isWanted, platform, region, data, compared, changes]);
  return {
    cells,
    isLoading: isWanted && !data && !isError,
    isFailed: isWanted && !data && isError,
  };
}
