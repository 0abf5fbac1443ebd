import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Ledger, LedgerScanIds, RunnerLease, ScanStep } from '../../ledger.ts';
import type { Instant } from '../../records.ts';
import type { Tenant } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import type { Layout } from '../engine/layout.ts';
import type { HeldLock, Lock } from '../engine/locks.ts';
import type { Journal } from '../integrity/journal.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import { accountCondition, type TenantReads } from '../reads/tenant.ts';
import {
  insertEnds,
  readAskedQuestions,
  readFailedRegions,
  readMessages,
  readProgress,
  readSpending,
  startQuestions,
} from './questions.ts';
import { dropResponses, insertResponses, readAnswersOf, readRawResponse } from './responses.ts';
import { readScannableSites } from './scannable-sites.ts';
import {
  readFailedScans,
  readLastDueTimes,
  readLastEnd,
  readLedgerScan,
  readLedgerScans,
  readNewestScanId,
  readRunningScans,
  readUnfinishedScans,
} from './scans.ts';

/** How often the counts of questions are recorded while they are asked, in milliseconds. */
const countsIntervalMs = 10_000;

const LastStepRow = v.object({ last: v.number() });

interface LedgerOptions {
  layout: Layout;
  journal: Journal;
  /** Makes the hosts that run scans wait for each other. */
  runnerLock: Lock;
  /** Resolves to the newest version of the data once the store can be used. */
  requireVersion: () => Promise<number>;
  /** Called when a scan was removed, whose texts have to be removed for good. */
  onRemoved: () => void;
}

/** Creates the ledger of a store on ClickHouse. */
export function createLedger(
  engine: Engine,
  { layout, journal, runnerLock, requireVersion, onRemoved }: LedgerOptions,
): Ledger {
  const leases = new WeakMap<RunnerLease, HeldLock>();
  const stepQueue = new KeyedQueue();
  /** What was written is written, so a failure to record counts must not fail the call. */
  const recordCounts = () => journal.recordKeptRows().catch(() => {});
  const recordCountsInTime = () => journal.recordKeptRowsInTime(countsIntervalMs).catch(() => {});
  const forTenant =
    <Args extends unknown[], Result>(
      read: (reads: TenantReads, ...args: Args) => Promise<Result>,
    ) =>
    async (tenant: Tenant, ...args: Args): Promise<Result> =>
      read({ engine, tenant, version: await requireVersion() }, ...args);
  const insertStep = (
    { accountId, siteId, id }: LedgerScanIds,
    step: { at: Instant; number: number; step: ScanStep; remark: string },
  ) =>
    engine.insert('scanSteps', [
      { accountId, siteId, scan: id, ...step, remark: step.remark.toWellFormed() },
    ]);

  return {
    async takeLease(signal, onWait) {
      await requireVersion();
      const lock = await runnerLock.acquire(onWait, signal);
      let hasEnded = false;
      const lease: RunnerLease = {
        id: randomUUID(),
        isStillHeld: async () => !hasEnded && (await lock.isStillHeld()),
        async end() {
          hasEnded = true;
          leases.delete(lease);
          await lock.release();
        },
      };
      leases.set(lease, lock);
      return lease;
    },

    async requestScan({ plan, ...request }, step = 'queued', remark = '') {
      const { accountId, siteId, id, createdAt } = request;
      await requireVersion();
      await insertStep(request, { at: createdAt, number: 1, step, remark });
      await engine.insert('scanPlans', [{ accountId, siteId, id, plan: JSON.stringify(plan) }]);
      // Last, since a scan exists once it has this row.
      await engine.insert('scanRequests', [request]);
      await recordCounts();
    },
    async addStep(scan, step, at, remark = '') {
      await requireVersion();
      await stepQueue.run(`${scan.siteId} ${scan.id}`, async () => {
        const [row] = await engine.rows(
          LastStepRow,
          `SELECT max(number) AS last FROM scanSteps
           WHERE ${accountCondition} AND siteId = {site:UUID} AND scan = {scan:UUID}`,
          { account: scan.accountId, site: scan.siteId, scan: scan.id },
        );
        await insertStep(scan, { at, number: (row?.last ?? 0) + 1, step, remark });
      });
      await recordCounts();
      if (step === 'removed') onRemoved();
    },
    async startQuestions(lease, questions) {
      await requireVersion();
      const lock = leases.get(lease);
      if (!lock) return [];
      const started = await startQuestions(engine, { lock, lease: lease.id }, questions);
      await recordCountsInTime();
      return started;
    },
    async endQuestions(ends) {
      // First, so that an answered question has its answer.
      await insertResponses(engine, await requireVersion(), ends);
      await insertEnds(engine, ends);
      await recordCountsInTime();
    },

    unfinishedScans: async () => readUnfinishedScans(engine, await requireVersion()),
    askedQuestions: async (siteId, scanId) =>
      readAskedQuestions(engine, { siteId, scanId, version: await requireVersion() }),
    async *answersOf(siteId, scanId) {
      yield* readAnswersOf(engine, { siteId, scanId, version: await requireVersion() });
    },
    scannableSites: async (accountId) =>
      readScannableSites(engine, await requireVersion(), accountId),
    async lastDueTimes(until) {
      return readLastDueTimes(engine, await requireVersion(), until);
    },
    async spending(site, zone, since) {
      await requireVersion();
      return readSpending(engine, site, zone, since);
    },

    scans: forTenant(readLedgerScans),
    scan: forTenant(readLedgerScan),
    newestScanId: forTenant(readNewestScanId),
    runningScans: forTenant(readRunningScans),
    lastEnd: forTenant(readLastEnd),
    failedScans: forTenant(readFailedScans),
    progress: forTenant(readProgress),
    messages: forTenant(readMessages),
    failedRegions: forTenant(readFailedRegions),
    rawResponse: forTenant(readRawResponse),
    async dropResponsesBefore(day) {
      const unfinished = await readUnfinishedScans(engine, await requireVersion());
      const neededScans = unfinished.map(({ id }) => id);
      await dropResponses(engine, layout, { day, neededScans });
    },
  };
}
