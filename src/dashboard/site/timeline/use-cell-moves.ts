import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import type { ReportColumns } from '../../api/columns.ts';
import { matrixRowsQuery } from '../../api/sightline/matrix-rows.ts';
import { useHasPage } from '../../session/share-overrides.ts';
import { useCapability } from '../../session/use-session.ts';
import type { MoveCandidate } from '../comparison/find-real-moves.ts';
import type { MeasurementChanges } from '../comparison/shown-verdict.ts';
import type { TimelineRequest } from '../question/search.ts';

interface CellMoves {
  /** Judged as on the page of the matrix; empty while loading, and where there is no matrix in one call. */
  cells: readonly MoveCandidate[];
  isLoading: boolean;
  isFailed: boolean;
}

const none: readonly MoveCandidate[] = [];

/** The code of the matrix, loaded on demand: v1 has no matrix in one call. */
const codeQuery = queryOptions({
  queryKey: ['code of cell moves'],
  queryFn: async () => (await import('../matrix/cell-moves.ts')).findCellMoves,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/**
 * Loads the moves of the matrix's cells. Sends no request if the service has no matrix in one call, or if a share leaves
 * the page of the matrix out.
 * @param reports the reports by platform and by region for the question; the matrix is requested once both have loaded
 */
export function useCellMoves(
  siteId: string,
  question: TimelineRequest,
  reports: { platform?: ReportColumns; region?: ReportColumns },
  compared: ComparedPeriods,
  changes: MeasurementChanges,
): CellMoves {
  const { platform: byPlatform, region: byRegion } = reports;
  const hasMatrix = useCapability('matrix');
  const isWanted = useHasPage('matrix') && hasMatrix;
  const enabled = isWanted && byPlatform !== undefined && byRegion !== undefined;
  const rowsQuery = matrixRowsQuery(siteId, { ...question, groupBy: 'region' });
  const { data: rows, isError: haveRowsFailed } = useQuery({ ...rowsQuery, enabled });
  const { data: findCellMoves, isError: hasCodeFailed } = useQuery({ ...codeQuery, enabled });
  const cells = useMemo(
    () =>
      enabled && rows && findCellMoves
        ? findCellMoves({ byPlatform, byRegion, rows, compared, changes })
        : none,
    [enabled, byPlatform, byRegion, rows, findCellMoves, compared, changes],
  );
  const isFailed = isWanted && ((haveRowsFailed && !rows) || hasCodeFailed);
  return { cells, isLoading: isWanted && !isFailed && !(rows && findCellMoves), isFailed };
}
