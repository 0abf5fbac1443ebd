import { queryOptions, useQuery } from '@tanstack/react-query';
import { getOverview } from '../../api/sightline/overview.ts';
import { triedOnce } from '../../api/sightline/tried-once.ts';
import { useCapability } from '../../session/use-session.ts';
import { utcDay } from '../../time/zone.ts';
import type { ClientFigures } from './figures.ts';
import { figuresOfClients } from './overview-figures.ts';

/** The figures of every client in one list. Needs the capability `sites`. */
const overviewQuery = () =>
  queryOptions({
    queryKey: ['overview'],
    queryFn: async (context) => figuresOfClients(await getOverview(context), utcDay(Date.now())),
    staleTime: 300_000,
    ...triedOnce,
  });

const none: ReadonlyMap<string, ClientFigures> = new Map();

/** The figures of clients that come in one list, by client ID; empty if the service has none or it cannot be read. */
export function useOverview(): ReadonlyMap<string, ClientFigures> | 'loading' {
  const hasSites = useCapability('sites');
  const { data, isError } = useQuery({ ...overviewQuery(), enabled: hasSites });
  return data ?? (hasSites && !isError ? 'loading' : none);
}
