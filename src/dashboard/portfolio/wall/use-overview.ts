import { queryOptions, useQuery } from '@tanstack/react-query';
import { utcDay } from '../../../contract/dates/days.ts';
import { getOverview } from '../../api/sightline/overview.ts';
import { tryOnceOptions } from '../../api/sightline/try-once-options.ts';
import { useCapability } from '../../session/use-session.ts';
import type { ClientFigures } from './figures.ts';
import { figuresOfClients } from './overview-figures.ts';

/** The figures of clients, read from the service's overview, by client ID. Needs the capability `sites`. */
const overviewQuery = () =>
  queryOptions({
    queryKey: ['overview'],
    queryFn: async (context) => figuresOfClients(await getOverview(context), utcDay(Date.now())),
    staleTime: 300_000,
    ...tryOnceOptions,
  });

const noFigures: ReadonlyMap<string, ClientFigures> = new Map();

/** The figures of clients in the overview, by client ID; empty without a readable overview. */
export function useOverview(): ReadonlyMap<string, ClientFigures> | 'loading' {
  const hasSites = useCapability('sites');
  const { data, isError } = useQuery({ ...overviewQuery(), enabled: hasSites });
  return data ?? (hasSites && !isError ? 'loading' : noFigures);
}
