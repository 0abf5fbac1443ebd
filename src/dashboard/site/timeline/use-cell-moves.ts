import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import type { MoveCandidate } from '../../../figures/comparison/find-real-moves.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { matrixRowsQuery } from '../../api/sightline/matrix-rows.ts';
import { useHasPage } from '../../app/session/share-overrides.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';
import type { TimelineRequest } from '../search/search.ts';

interface CellMoves {
  /**
   * With the verdicts of the matrix page. Null until loaded, while `changes` is null, after a failure, and if there is no
   * matrix to load.
   */
  moves: readonly MoveCandidate[] | null;
  /** Whether to wait for the moves; false if they are late. */
  isLoading: boolean;
}

/** The code that finds the moves, loaded on demand: it is not needed with a service that offers only v1. */
const codeQuery = queryOptions({
  queryKey: ['code of cell moves'],
  queryFn: async () => (await import('../matrix/cell-moves.ts')).findCellMoves,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/**
 * Loads the matrix in one call and finds the moves of its cells. Sends no request if the service does not offer that
 * call, or if a share leaves out the matrix page.
 * @param reports the reports by platform and by region for the request; the matrix is requested once both have loaded
 */
export function useCellMoves(
  request: TimelineRequest,
  reports: { platform?: ReportColumns; region?: ReportColumns },
  compared: ComparedPeriods,
  changes: MeasurementChanges,
): CellMoves {
  const { siteId } = useSite();
  const { platform: byPlatform, region: byRegion } = reports;
  const hasMatrix = useCapability('matrix');
  const canLoad = useHasPage('matrix') && hasMatrix;
  const enabled = canLoad && byPlatform !== undefined && byRegion !== undefined;
  const rowsQuery = matrixRowsQuery({ siteId, request: { ...request, groupBy: 'region' } });
  const { data: rows, error } = useQuery({ ...rowsQuery, enabled });
  const { data: findCellMoves, isError: hasCodeFailed } = useQuery({ ...codeQuery, enabled });
  const moves = useMemo(
    () =>
      enabled && rows && findCellMoves && changes !== null
        ? findCellMoves({ byPlatform, byRegion, rows, compared, changes })
        : null,
    [enabled, byPlatform, byRegion, rows, findCellMoves, compared, changes],
  );
  const hasFailed = (error !== null && !rows) || hasCodeFailed;
  return { moves, isLoading: canLoad && !hasFailed && !(rows && findCellMoves) };
}
