import {
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '../../../contract/portfolio.ts';
import { createLimiter } from '../../api/limiter.ts';
import { clientFiguresKey } from '../../api/portfolio-queries.ts';
import { optional } from '../../api/sightline/optional.ts';
import { overviewKey } from '../../api/sightline/overview-call.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import type { ClientFigures, FailedScanCount } from './figures.ts';
import type { Outcome } from './outcome.ts';
import type { OverviewFigures } from './overview-figures.ts';

/** The code for the figures. After a deployment, an old tab cannot load it, but still shows client names. */
const codeQuery = queryOptions({
  queryKey: ['code of client figures'],
  queryFn: () => import('./figures-code.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  // React Query must not compare modules.
  structuralSharing: false,
  retry: false,
});
type FiguresCode = typeof import('./figures-code.ts');

/** The figures of clients and sites, read from the service's overview. Needs the capability `sites`. */
const overviewQuery = queryOptions({
  queryKey: overviewKey,
  ...optional(async (context) => (await import('./figures-code.ts')).readOverview(context)),
  staleTime: 300_000,
});

/** The figures of at most four clients load at a time. */
const limiter = createLimiter(4);

/**
 * Reads a client's figures. A read is cancelled, even while queued, once nothing on screen needs the figures.
 * @param capabilities what the service offers beyond v1
 */
const figuresQuery = (clientId: string, capabilities: readonly string[], code: FiguresCode) =>
  queryOptions({
    queryKey: clientFiguresKey(clientId),
    queryFn: (context): Promise<ClientFigures> =>
      limiter(context.signal, () => code.readClient(context, clientId, capabilities)),
    staleTime: 300_000,
  });

const pendingOutcome: Outcome = { figures: undefined, hasFailed: false };

const outcomesOf = (results: readonly UseQueryResult<ClientFigures>[]): Outcome[] =>
  results.map(({ data, isError }) => ({ figures: data, hasFailed: isError && !data }));

/**
 * Loads the figures of clients as their rows come into view, or of all clients if `needsAll`.
 * @returns the outcome for each client whose figures are needed now or have already loaded or failed
 */
function useOutcomes(
  clients: readonly Client[],
  inView: ReadonlySet<string>,
  needsAll: boolean,
  code: FiguresCode | undefined,
): ReadonlyMap<string, Outcome> {
  const { capabilities } = usePageSettings();
  const queries = useQueryClient();
  // A row that leaves the screen before it is loaded drops its query, which cancels the request.
  const queriedClients = useMemo(() => {
    const isSettled = (id: string): boolean => {
      const state = queries.getQueryState(clientFiguresKey(id));
      return state !== undefined && state.status !== 'pending';
    };
    return code ? clients.filter(({ id }) => needsAll || inView.has(id) || isSettled(id)) : [];
  }, [clients, needsAll, inView, queries, code]);
  const outcomes = useQueries({
    // Loaded figures of rows off screen are not refetched, unless all figures are needed.
    queries: code
      ? queriedClients.map(({ id }) => ({
          ...figuresQuery(id, capabilities, code),
          enabled: needsAll || inView.has(id),
        }))
      : [],
    combine: outcomesOf,
  });
  return useMemo(
    () => new Map(queriedClients.map(({ id }, index) => [id, outcomes[index] ?? pendingOutcome])),
    [queriedClients, outcomes],
  );
}

const noClients: readonly Client[] = [];
const noFailedScans: ReadonlyMap<string, FailedScanCount> = new Map();
const emptyOverview: OverviewFigures = { clients: new Map(), failedScans: noFailedScans };

/** The figures in the overview; empty if there is no overview or it cannot be read. */
function useOverview(code: FiguresCode | undefined): OverviewFigures | 'loading' {
  const hasSites = usePageSettings().capabilities.includes('sites');
  const { data, isError } = useQuery({
    ...overviewQuery,
    enabled: hasSites && code !== undefined,
  });
  return data ?? (hasSites && !isError ? 'loading' : emptyOverview);
}

interface LoadedFigures {
  /** Null until it has loaded. */
  code: FiguresCode | null;
  hasCodeFailed: boolean;
  /** By client ID; without the clients whose figures are not needed yet. */
  outcomes: ReadonlyMap<string, Outcome>;
  /** By site ID. */
  failedScansBySite: ReadonlyMap<string, FailedScanCount>;
}

/**
 * Loads the clients' figures: from the service's overview as far as it has them, the rest client by client.
 * @param inView the IDs of the clients whose rows are on screen or close to it
 * @param needsAll whether the figures of all clients are needed
 */
export function useFigures(
  clients: readonly Client[],
  inView: ReadonlySet<string>,
  needsAll: boolean,
): LoadedFigures {
  const { data: code, isError: hasCodeFailed } = useQuery(codeQuery);
  const overview = useOverview(code);
  const remainingClients = useMemo(
    () =>
      overview === 'loading' ? noClients : clients.filter(({ id }) => !overview.clients.has(id)),
    [clients, overview],
  );
  const remainingOutcomes = useOutcomes(remainingClients, inView, needsAll, code);
  const outcomes = useMemo(() => {
    const outcomeOf = (id: string): Outcome | undefined => {
      if (overview === 'loading') return pendingOutcome;
      const figures = overview.clients.get(id);
      return figures ? { figures, hasFailed: false } : remainingOutcomes.get(id);
    };
    return new Map(
      clients.flatMap(({ id }) => {
        const outcome = outcomeOf(id);
        return outcome ? [[id, outcome]] : [];
      }),
    );
  }, [clients, overview, remainingOutcomes]);
  const failedScansBySite = overview === 'loading' ? noFailedScans : overview.failedScans;
  return { code: code ?? null, hasCodeFailed, outcomes, failedScansBySite };
}
