import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { Client } from '../../../contract/portfolio.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { applyEffect, rulesOutVerdict } from '../../site/comparison/shown-verdict.ts';
import { decimalsFor } from '../../site/series/figures.ts';
import { judge } from '../../verdicts/verdicts.ts';
import { lastScanTimeOf } from '../trend.ts';
import type { ClientFigures, ClientRow, FailedScanCount } from './figures.ts';
import { figuresQuery } from './figures-query.ts';
import { needsFigures, type Order, type SortedRows } from './order.ts';
import { sortRows } from './sort-rows.ts';
import { useOverview } from './use-overview.ts';

interface Outcome {
  figures: ClientFigures | undefined;
  hasFailed: boolean;
}

const pendingOutcome: Outcome = { figures: undefined, hasFailed: false };

const outcomesOf = (results: readonly UseQueryResult<ClientFigures>[]): Outcome[] =>
  results.map(({ data, isError }) => ({ figures: data, hasFailed: isError && !data }));

const isSettled = ({ figures, hasFailed }: Outcome): boolean => hasFailed || figures !== undefined;

/**
 * The failed scans of a client's sites; null if unknown. All that v1 can reveal is that the newest scan of the row's
 * site has failed.
 */
function failedScansOf(
  { sites, hasMoreSites, shown }: ClientFigures,
  failedScansBySite: ReadonlyMap<string, FailedScanCount>,
): FailedScanCount | null {
  const counted = sites.flatMap(({ id }) => failedScansBySite.get(id) ?? []);
  const [only] = counted;
  if (only && sites.length === 1) return only;
  if (only) {
    return {
      count: counted.reduce((sum, { count }) => sum + count, 0),
      isMinimum: hasMoreSites || counted.length < sites.length,
      since: 'each completed',
    };
  }
  return shown?.trend.newestStatus === 'failed'
    ? { count: 1, isMinimum: true, since: 'unknown' }
    : null;
}

/** The number of decimals for all rows, chosen for the largest visibility in either period of any row. */
function decimalsOf(outcomes: ReadonlyMap<string, Outcome>, unit: string | undefined): number {
  const sizes = [...outcomes.values()].flatMap(({ figures }) => {
    const { now = null, before = null } = figures?.shown?.comparison ?? {};
    return [Math.abs(now ?? 0), Math.abs(before ?? 0)];
  });
  return decimalsFor(unit, Math.max(0, ...sizes));
}

/** What the rows need besides the clients and the outcomes. */
interface RowContext {
  /** By site ID. */
  failedScansBySite: ReadonlyMap<string, FailedScanCount>;
  /** The unit of visibility. */
  unit: string | undefined;
}

/**
 * Creates the clients' rows. For the verdicts, all clients count as compared, loaded or not, except those measured
 * differently, so that a real change stays real as figures load.
 */
export function judgeRows(
  clients: readonly Client[],
  outcomes: ReadonlyMap<string, Outcome>,
  { failedScansBySite, unit }: RowContext,
): ClientRow[] {
  const compared = clients.flatMap(({ id }) => {
    const shown = outcomes.get(id)?.figures?.shown;
    return shown && shown.comparison.change !== null ? [{ id, ...shown }] : [];
  });
  const judged = compared.filter(({ effect }) => !rulesOutVerdict(effect));
  const verdicts = judge(
    judged.map(({ comparison }) => comparison),
    clients.length - (compared.length - judged.length),
  );
  const verdictById = new Map<string, ClientRow['verdict']>([
    ...compared.map(({ id, effect }) => [id, effect?.periods ?? null] as const),
    ...judged.map(({ id, effect }, index) => {
      const verdict = verdicts[index];
      return [id, verdict ? applyEffect(verdict, effect) : null] as const;
    }),
  ]);
  const decimals = decimalsOf(outcomes, unit);
  return clients.map((client) => {
    const { id } = client;
    const outcome = outcomes.get(id);
    const { figures, hasFailed = false } = outcome ?? {};
    const isLoading = outcome !== undefined && !isSettled(outcome);
    const failedScans = figures ? failedScansOf(figures, failedScansBySite) : null;
    const verdict = verdictById.get(id) ?? null;
    const lastScanTime = figures?.shown ? lastScanTimeOf(figures.shown.trend) : null;
    return {
      id,
      client,
      figures,
      verdict,
      lastScanTime,
      failedScans,
      decimals,
      hasFailed,
      isLoading,
    };
  });
}

const isSameRow = (a: ClientRow, b: ClientRow): boolean =>
  a.client === b.client &&
  a.figures === b.figures &&
  a.hasFailed === b.hasFailed &&
  a.isLoading === b.isLoading &&
  a.decimals === b.decimals &&
  JSON.stringify([a.verdict, a.failedScans]) === JSON.stringify([b.verdict, b.failedScans]);

/** Reuses unchanged rows, so that they do not re-render: new figures recompute the verdicts of all rows. */
function reuseRows(before: readonly ClientRow[], after: readonly ClientRow[]): ClientRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return after.map((row) => {
    const old = known.get(row.id);
    return old && isSameRow(old, row) ? old : row;
  });
}

interface LoadFiguresProps {
  clients: readonly Client[];
  /** The IDs of the clients whose rows are on screen or close to it. */
  inView: ReadonlySet<string>;
  /** Whether `clients` is the whole list, as far as it can be loaded. */
  isWhole: boolean;
  order: Order | null;
  /** Receives the sorted rows whenever they or their order change. */
  onRows: Dispatch<SetStateAction<SortedRows | null>>;
}

/**
 * Loads the figures of clients as their rows come into view, or of all clients if `needsAll`.
 * @returns the outcome for each client whose figures are needed now or have already loaded or failed
 */
function useFigures(
  clients: readonly Client[],
  inView: ReadonlySet<string>,
  needsAll: boolean,
): ReadonlyMap<string, Outcome> {
  const { capabilities } = usePageSettings();
  const [settledIds, setSettledIds] = useState<ReadonlySet<string>>(new Set());
  // A row that leaves the screen before it is loaded drops its query, which cancels the request.
  const queriedClients = useMemo(
    () => clients.filter(({ id }) => needsAll || inView.has(id) || settledIds.has(id)),
    [clients, needsAll, inView, settledIds],
  );
  const outcomes = useQueries({
    // Loaded figures of rows off screen are not refetched, unless all figures are needed.
    queries: queriedClients.map(({ id }) => ({
      ...figuresQuery(id, capabilities),
      enabled: needsAll || inView.has(id),
    })),
    combine: outcomesOf,
  });
  const settled = queriedClients.filter((_, index) => {
    const outcome = outcomes[index];
    return outcome !== undefined && isSettled(outcome);
  });
  if (settled.some(({ id }) => !settledIds.has(id))) {
    setSettledIds(new Set([...settledIds, ...settled.map(({ id }) => id)]));
  }
  return useMemo(
    () => new Map(queriedClients.map(({ id }, index) => [id, outcomes[index] ?? pendingOutcome])),
    [queriedClients, outcomes],
  );
}

const noClients: readonly Client[] = [];
const noFailedScans: ReadonlyMap<string, FailedScanCount> = new Map();

/**
 * Loads the clients' figures (from the service's overview as far as it has them, the rest client by client) and sorts
 * the rows. Renders nothing.
 */
export function LoadFigures({
  clients,
  inView,
  isWhole,
  order,
  onRows,
}: LoadFiguresProps): ReactNode {
  const needsAll = needsFigures(order);
  const overview = useOverview();
  const remainingClients = useMemo(
    () =>
      overview === 'loading' ? noClients : clients.filter(({ id }) => !overview.clients.has(id)),
    [clients, overview],
  );
  const remainingOutcomes = useFigures(remainingClients, inView, needsAll);
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
  const unit = usePageSettings().units.visibility;
  const rows = useMemo(() => {
    const failedScansBySite = overview === 'loading' ? noFailedScans : overview.failedScans;
    return judgeRows(clients, outcomes, { failedScansBySite, unit });
  }, [clients, outcomes, overview, unit]);
  const settled = [...outcomes.values()].filter(isSettled);
  const isWaiting = needsAll && (!isWhole || settled.length < clients.length);
  const activeOrder = isWaiting ? null : order;
  useEffect(() => {
    const sorted = sortRows(rows, activeOrder, pageLocale());
    onRows((before) => ({
      rows: reuseRows(before?.rows ?? [], sorted),
      order: activeOrder,
      settledCount: settled.length,
    }));
  }, [rows, activeOrder, settled.length, onRows]);
  return null;
}
