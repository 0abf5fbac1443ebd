import { queryOptions, useQuery } from '@tanstack/react-query';
import { utcDay } from '../../../contract/dates/days.ts';
import { getOverview } from '../../api/sightline/overview.ts';
import { tryOnceOptions } from '../../api/sightline/try-once-options.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { type OverviewFigures, toOverviewFigures } from './overview-figures.ts';

/** The figures of clients and sites, read from the service's overview. Needs the capability `sites`. */
const overviewQuery = () =>
  queryOptions({
    queryKey: ['overview'],
    queryFn: async (context) => toOverviewFigures(await getOverview(context), utcDay(Date.now())),
    staleTime: 300_000,
    ...tryOnceOptions,
  });

const noFigures: OverviewFigures = { clients: new Map(), failedScans: new Map() };

/** The figures of clients and sites in the overview; empty if there is no overview or it cannot be read. */
export function useOverview(): OverviewFigures | 'loading' {
  const hasSites = useCapability('sites');
  const { data, isError } = useQuery({ ...overviewQuery(), enabled: hasSites });
  return data ?? (hasSites && !isError ? 'loading' : noFigures);
}
