import * as v from 'valibot';
import { endSteps, type FailedScan, type LedgerScan, scanSteps } from '../../ledger.ts';
import type { Instant } from '../../records.ts';
import type { PageRequest } from '../../store.ts';
import type { Engine, Params } from '../engine/engine.ts';
import { slicesOfIds } from '../engine/id-slices.ts';
import { selectNewestOfManySites } from '../engine/schema.ts';
import { pageOrder, pageParamsOf, pageStartOf } from '../reads/page.ts';
import {
  accountCondition,
  siteParamsOf,
  type TenantReads,
  tenantParamsOf,
  visibleSiteCondition,
} from '../reads/tenant.ts';
import { existingSites, keptScansIn, ownSite, ownSites } from './conditions.ts';
import { StoredPlan } from './stored-json.ts';

const ScanRow = v.object({
  accountId: v.string(),
  siteId: v.string(),
  id: v.string(),
  createdAt: v.number(),
  dueAt: v.nullable(v.number()),
  requestedBy: v.string(),
  step: v.picklist(scanSteps),
  stepAt: v.number(),
  remark: v.string(),
  pausedMs: v.number(),
});
const PlanRow = v.object({ id: v.string(), plan: StoredPlan });
const StartRow = v.object({ id: v.string(), startedAt: v.number() });

const hasEnded = `step IN (${endSteps.map((step) => `'${step}'`).join()})`;
/** Only the first steps of a scan: see `scanSteps`. */
const isFirst = "step IN ('queued', 'running')";

const conditionOn = (column: string, among: 'all' | 'listed'): string =>
  among === 'all' ? '' : `AND ${column} IN {listed:Array(UUID)}`;

/**
 * Selects scans that are not removed, each with its newest step.
 * @param sites one of the conditions on tables of the ledger
 * @param where a condition on the scans, which may be followed by their order and limit
 * @param among `listed` for those of `{listed:Array(UUID)}` only
 */
const selectScans = (sites: string, where: string, among: 'all' | 'listed' = 'all'): string => `
  SELECT accountId, siteId, id, createdAt, dueAt, requestedBy, newest.1 AS step, newest.2 AS remark, newest.3 AS stepAt,
    pausedMs
  FROM (SELECT * FROM scanRequests WHERE ${sites} ${conditionOn('id', among)} LIMIT 1 BY id) AS requests
  INNER JOIN (
    SELECT scan,
      argMax((step, remark, at), (step = 'removed', NOT ${isFirst}, number, at)) AS newest,
      arraySort(groupArray((number, at, ${hasEnded}))) AS inOrder,
      arraySum((one, next) -> if(one.3 AND NOT next.3, next.2 - one.2, 0),
        arrayPopBack(inOrder), arrayPopFront(inOrder)) AS pausedMs
    FROM scanSteps WHERE ${sites} ${conditionOn('scan', among)} GROUP BY scan) AS steps ON steps.scan = requests.id
  WHERE step != 'removed' AND ${where}`;

/** Reads the scans that `selectScans` selects, with their plans. Those without a plan are being removed. */
async function readScans(
  engine: Engine,
  sites: string,
  where: string,
  params: Params,
  among: 'all' | 'listed' = 'all',
): Promise<LedgerScan[]> {
  const scans = await engine.rows(ScanRow, selectScans(sites, where, among), params);
  const planOf = new Map<string, LedgerScan['plan']>();
  const startOf = new Map<string, number>();
  for (const ids of slicesOfIds(scans.map(({ id }) => id))) {
    const ofScans = { ...params, scans: ids };
    const [plans, starts] = await Promise.all([
      engine.rows(
        PlanRow,
        `SELECT id, plan FROM scanPlans WHERE ${sites} AND id IN {scans:Array(UUID)} LIMIT 1 BY id`,
        ofScans,
      ),
      engine.rows(
        StartRow,
        `SELECT scan AS id, min(at) AS startedAt FROM questions
         WHERE ${sites} AND scan IN {scans:Array(UUID)} AND event = 'started' GROUP BY scan`,
        ofScans,
      ),
    ]);
    for (const { id, plan } of plans) planOf.set(id, plan);
    for (const { id, startedAt } of starts) startOf.set(id, startedAt);
  }
  return scans.flatMap((scan): LedgerScan[] => {
    const plan = planOf.get(scan.id);
    if (!plan) return [];
    const startedAt = startOf.get(scan.id) ?? null;
    const endedAt = endSteps.includes(scan.step) ? scan.stepAt : null;
    return [{ ...scan, plan, startedAt, endedAt }];
  });
}

const IdRow = v.object({ id: v.string() });

/**
 * Reads scans that have not ended, oldest first. Since this is asked every other second, of every scan there ever was,
 * it compares numbers to find the few that may not have ended before it reads anything else.
 */
async function readUnfinished(
  engine: Engine,
  sites: string,
  params: Params,
): Promise<LedgerScan[]> {
  const found = await engine.rows(
    IdRow,
    `SELECT scan AS id FROM scanSteps WHERE ${sites} GROUP BY scan
     HAVING countIf(step = 'removed') = 0
       AND maxIf(number, ${hasEnded}) <= maxIf(number, NOT ${hasEnded} AND NOT ${isFirst})`,
    params,
  );
  const scans: LedgerScan[] = [];
  for (const listed of slicesOfIds(found.map(({ id }) => id)))
    scans.push(
      ...(await readScans(engine, sites, `NOT ${hasEnded}`, { ...params, listed }, 'listed')),
    );
  return scans.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** Implements `Ledger.unfinishedScans`. */
export const readUnfinishedScans = (
  engine: Engine,
  version: number,
): Promise<readonly LedgerScan[]> => readUnfinished(engine, existingSites, { version });

/** Implements `Ledger.scans`. */
export const readLedgerScans = (
  reads: TenantReads,
  siteId: string,
  page: PageRequest,
): Promise<readonly LedgerScan[]> =>
  readScans(reads.engine, ownSite, `true ${pageStartOf(page)} ${pageOrder} LIMIT {limit:UInt16}`, {
    ...siteParamsOf(reads, siteId),
    ...pageParamsOf(page),
  });

/** Implements `Ledger.scan`. */
export async function readLedgerScan(
  reads: TenantReads,
  siteId: string,
  scanId: string,
): Promise<LedgerScan | null> {
  const params = { ...siteParamsOf(reads, siteId), listed: [scanId] };
  const [scan] = await readScans(reads.engine, ownSite, 'true', params, 'listed');
  return scan ?? null;
}

/** Implements `Ledger.newestScanId`. */
export async function readNewestScanId(reads: TenantReads, siteId: string): Promise<string | null> {
  const newest = "step != 'skipped' ORDER BY createdAt DESC, id DESC LIMIT 1";
  const [row] = await reads.engine.rows(
    IdRow,
    `SELECT id FROM (${selectScans(ownSite, newest)})`,
    siteParamsOf(reads, siteId),
  );
  return row?.id ?? null;
}

const NamedSiteRow = v.object({
  id: v.string(),
  siteName: v.string(),
  clientId: v.nullable(v.string()),
});

/** Adds the name and the client of its site to each scan. */
async function addSites<T extends { siteId: string }>(
  reads: TenantReads,
  scans: readonly T[],
): Promise<(T & { siteName: string; clientId: string | null })[]> {
  if (scans.length === 0) return [];
  const sites = await reads.engine.rows(
    NamedSiteRow,
    `SELECT id, name AS siteName, clientId FROM ${selectNewestOfManySites('sites', accountCondition)}
     WHERE ${visibleSiteCondition}`,
    tenantParamsOf(reads),
  );
  const siteOf = new Map(sites.map((site) => [site.id, site]));
  return scans.flatMap((scan) => {
    const site = siteOf.get(scan.siteId);
    return site ? [{ ...scan, siteName: site.siteName, clientId: site.clientId }] : [];
  });
}

/** Implements `Ledger.runningScans`. */
export async function readRunningScans(
  reads: TenantReads,
): Promise<readonly (LedgerScan & { siteName: string; clientId: string | null })[]> {
  const scans = await readUnfinished(reads.engine, ownSites, tenantParamsOf(reads));
  return addSites(reads, scans);
}

const EndRow = v.object({ at: v.nullable(v.number()) });

/** Implements `Ledger.lastEnd`. */
export async function readLastEnd(reads: TenantReads): Promise<number | null> {
  const [row] = await reads.engine.rows(
    EndRow,
    `SELECT maxOrNull(at) AS at FROM scanSteps WHERE ${keptScansIn(ownSites)} AND ${hasEnded}`,
    tenantParamsOf(reads),
  );
  return row?.at ?? null;
}

const FailedRow = v.object({ siteId: v.string(), remark: v.string(), at: v.number() });
const newestOfSites = selectScans(
  ownSites,
  "step != 'skipped' ORDER BY createdAt DESC, id DESC LIMIT 1 BY siteId",
);

/** Implements `Ledger.failedScans`. */
export const readFailedScans = async (reads: TenantReads): Promise<readonly FailedScan[]> =>
  addSites(
    reads,
    await reads.engine.rows(
      FailedRow,
      `SELECT siteId, remark, stepAt AS at FROM (${newestOfSites}) WHERE step = 'failed' ORDER BY at DESC, siteId`,
      tenantParamsOf(reads),
    ),
  );

const DueRow = v.object({ siteId: v.string(), at: v.number() });

/** Implements `Ledger.lastDueTimes`. */
export async function readLastDueTimes(
  engine: Engine,
  version: number,
  until: Instant,
): Promise<ReadonlyMap<string, Instant>> {
  const rows = await engine.rows(
    DueRow,
    `SELECT siteId, assumeNotNull(max(dueAt)) AS at FROM scanRequests
     WHERE dueAt <= {until:Int64} AND ${existingSites} GROUP BY siteId`,
    { version, until },
  );
  return new Map(rows.map(({ siteId, at }) => [siteId, at]));
}
