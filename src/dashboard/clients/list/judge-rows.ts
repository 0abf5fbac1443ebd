import type { Client } from '../../../contract/portfolio.ts';
import { applyEffect, rulesOutVerdict } from '../../../figures/comparison/shown-verdict.ts';
import { decimalsFor } from '../../../figures/formats/values.ts';
import { judge } from '../../../figures/verdicts/verdicts.ts';
import { lastScanTimeOf } from '../trend.ts';
import type { ClientFigures, ClientRow, FailedScanCount } from './figures.ts';
import { isSettled, type Outcome } from './outcome.ts';

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
export interface RowContext {
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
export function reuseRows(before: readonly ClientRow[], after: readonly ClientRow[]): ClientRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return after.map((row) => {
    const old = known.get(row.id);
    return old && isSameRow(old, row) ? old : row;
  });
}
