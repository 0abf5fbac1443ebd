import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { domainsQuery } from '../../api/sightline/domains.ts';
import { useShown } from '../../api/use-shown.ts';
import { useSite } from '../../use-site.ts';
import { useMeasurementChanges } from '../comparison/use-measurement-changes.ts';
import type { TimelineRequest } from '../search/search.ts';
import type { ShownReport } from '../use-report.ts';
import { compareDomains, type ShownMoves } from './domain-moves.ts';
import type { LoadedSources } from './use-sources.ts';

export interface LoadedMoves {
  moves: ShownMoves;
  /** Why they could not be loaded; null otherwise. */
  error: Error | null;
  retry: () => void;
}

/**
 * Compares the shares of the listed domains over the periods of the shown report.
 * @param request the request of that report, with the days of both periods
 * @param isWanted whether the page compares periods
 */
export function useDomainMoves(
  request: TimelineRequest,
  shown: ShownReport,
  { sources, isOld }: LoadedSources,
  isWanted: boolean,
): LoadedMoves {
  const { siteId } = useSite();
  const query = useQuery({ ...domainsQuery({ siteId, request }), enabled: isWanted });
  const changes = useMeasurementChanges(request, shown, isWanted);
  const { data } = query;
  const { report, compared } = shown;
  const isCurrent = !isOld && !shown.isOld;
  const failure = query.error ?? shown.error;
  const currentMoves = useMemo((): ShownMoves => {
    if (!isWanted) return null;
    if (isCurrent && sources && report && data) {
      return compareDomains(data, sources.domains, compared, report, changes) ?? 'unknown';
    }
    return failure ? 'unknown' : 'loading';
  }, [isWanted, isCurrent, sources, report, data, compared, changes, failure]);
  // The last sources keep their moves while the next ones load.
  const key = [request, compared, changes, shown.loadedAt, query.dataUpdatedAt, failure !== null];
  const shownMoves = useShown(
    ['domain moves', siteId, ...key],
    isCurrent ? { moves: currentMoves } : undefined,
  );
  return {
    moves: shownMoves?.moves ?? null,
    error: isWanted && !data ? query.error : null,
    retry: () => void query.refetch(),
  };
}
