import { randomUUID } from 'node:crypto';
import { createProcessLock } from '../../src/service/store/clickhouse/engine/locks.ts';
import {
  type AskedQuestion,
  endSteps,
  type Ledger,
  type LedgerScan,
  type MessageRow,
  type MonthSpending,
  maxMessages,
  monthsIn,
  type Outcome,
  type ProgressRow,
  type QuestionEnd,
  type QuestionStart,
  type RunnerLease,
  type ScanRequest,
  type ScanStep,
  toScannableSite,
} from '../../src/service/store/ledger.ts';
import type { Instant, RemovedRecord } from '../../src/service/store/records.ts';
import type { Tenant } from '../../src/service/store/store.ts';
import type { Tables } from './tables.ts';
import { findVisibleSite, isSiteVisible, pageNewestFirst } from './visibility.ts';

interface StoredStep {
  step: ScanStep;
  at: Instant;
  remark: string;
}

/** An attempt of a question. */
interface Attempt extends QuestionStart {
  lease: string;
  end: QuestionEnd | null;
}

/** Of several outcomes of an attempt, the last one here counts. */
const outcomesByCertainty: readonly Outcome[] = ['interrupted', 'refused', 'failed', 'answered'];
const certaintyOf = ({ outcome }: QuestionEnd) => outcomesByCertainty.indexOf(outcome);

const keyOf = ({ siteId, scanId, question, attempt }: QuestionStart | QuestionEnd) =>
  `${siteId} ${scanId} ${question} ${attempt}`;
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Creates a ledger, and a function that removes the scans of removed records. */
export function createLedger(getTables: () => Tables): {
  ledger: Ledger;
  removeScansOf: (removed: readonly RemovedRecord[]) => void;
  /** Whether a scan was requested here. */
  hasRequested: (scanId: string) => boolean;
} {
  const runnerLock = createProcessLock();
  const heldLeases = new Set<RunnerLease>();
  const requests = new Map<string, ScanRequest>();
  const steps = new Map<string, StoredStep[]>();
  const attempts = new Map<string, Attempt>();
  /** By the key of their attempt. */
  const responses = new Map<string, QuestionEnd>();

  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const stepsOf = (id: string) => steps.get(id) ?? [];
  /** Whether the site exists in the account that it had. */
  const isOfSite = ({ siteId, accountId }: Pick<ScanRequest, 'siteId' | 'accountId'>) =>
    getTables().sites.get(siteId)?.accountId === accountId;
  const isRemoved = (id: string) => stepsOf(id).some(({ step }) => step === 'removed');
  const attemptsOf = (scanId: string) =>
    [...attempts.values()]
      .filter((attempt) => attempt.scanId === scanId)
      .sort((a, b) => a.question - b.question || a.attempt - b.attempt);
  const questionsOf = (scanId: string): Attempt[][] => [
    ...Map.groupBy(attemptsOf(scanId), ({ question }) => question).values(),
  ];

  const scanOf = ({ ...request }: ScanRequest): LedgerScan => {
    const { step, at, remark } = stepsOf(request.id).at(-1) ?? {
      step: 'queued',
      at: request.createdAt,
      remark: '',
    };
    const starts = attemptsOf(request.id).map((attempt) => attempt.at);
    return {
      ...request,
      step,
      stepAt: at,
      remark,
      startedAt: starts.length === 0 ? null : Math.min(...starts),
      endedAt: endSteps.includes(step) ? at : null,
      pausedMs: sum(
        stepsOf(request.id).map((one, index, all) => {
          const next = all[index + 1];
          const isPause = next && endSteps.includes(one.step) && !endSteps.includes(next.step);
          return isPause ? next.at - one.at : 0;
        }),
      ),
    };
  };
  const scansWhere = (isIncluded: (request: ScanRequest) => boolean): LedgerScan[] =>
    [...requests.values()]
      .filter((request) => !isRemoved(request.id) && isOfSite(request))
      .filter(isIncluded)
      .map(scanOf)
      .sort((a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id));
  const findScan = (siteId: string, scanId: string) =>
    scansWhere((request) => request.siteId === siteId && request.id === scanId)[0] ?? null;
  const findVisibleScan = (tenant: Tenant, siteId: string, scanId: string) =>
    findVisibleSite(getTables(), tenant, siteId) && findScan(siteId, scanId);
  const isUnfinished = ({ step }: LedgerScan) => !endSteps.includes(step);

  const addStep = (id: string, step: StoredStep) => {
    const before = stepsOf(id).at(-1)?.step ?? 'queued';
    const isTooLate = step.step === 'running' && before !== 'queued';
    if (!isRemoved(id) && !isTooLate) steps.set(id, [...stepsOf(id), step]);
    if (step.step !== 'removed') return;
    for (const [key, { scanId }] of responses) if (scanId === id) responses.delete(key);
  };

  const amountOf = ({ end, estimate }: Attempt) => end?.cost ?? estimate;
  const progressOf = (scanId: string): ProgressRow[] => {
    const rows = new Map<string, ProgressRow>();
    for (const asked of questionsOf(scanId)) {
      const newest = asked.at(-1);
      if (!newest) continue;
      const { platform, region, end } = newest;
      const outcome = end?.outcome ?? null;
      const reason = end?.reason ?? '';
      const key = JSON.stringify([platform, region, outcome ?? 'started', reason]);
      const row = rows.get(key);
      rows.set(key, {
        scanId,
        platform,
        region,
        outcome,
        reason,
        questions: (row?.questions ?? 0) + 1,
        sentAt: end === null ? Math.min(newest.at, row?.sentAt ?? Infinity) : null,
        amount: (row?.amount ?? 0) + sum(asked.map(amountOf)),
      });
    }
    return [...rows].sort(([a], [b]) => compareText(a, b)).map(([, row]) => row);
  };

  const ledger: Ledger = {
    async takeLease(signal, onWait) {
      const lock = await runnerLock.acquire(onWait, signal);
      const lease: RunnerLease = {
        id: randomUUID(),
        isStillHeld: async () => heldLeases.has(lease),
        async end() {
          heldLeases.delete(lease);
          await lock.release();
        },
      };
      heldLeases.add(lease);
      return lease;
    },

    async requestScan(request, step = 'queued', remark = '') {
      addStep(request.id, { step, at: request.createdAt, remark });
      requests.set(request.id, structuredClone(request));
    },
    async addStep({ id }, step, at, remark = '') {
      addStep(id, { step, at, remark });
    },
    async startQuestions(lease, questions) {
      if (!heldLeases.has(lease)) return [];
      return questions.filter((start) => {
        const stored = attempts.get(keyOf(start));
        if (!stored) attempts.set(keyOf(start), { ...start, lease: lease.id, end: null });
        return !stored || (stored.lease === lease.id && stored.end === null);
      });
    },
    async endQuestions(ends) {
      for (const end of ends) {
        const attempt = attempts.get(keyOf(end));
        if (!attempt) throw new Error(`Question ${keyOf(end)} was not started.`);
        if (attempt.end === null || certaintyOf(end) >= certaintyOf(attempt.end)) attempt.end = end;
        const hasReturned = end.answer !== null || end.raw !== null || end.message;
        if (hasReturned && findScan(end.siteId, end.scanId))
          responses.set(keyOf(end), {
            ...structuredClone(end),
            raw: end.raw?.toWellFormed() ?? null,
          });
      }
    },

    unfinishedScans: async () => scansWhere(() => true).filter(isUnfinished),
    async askedQuestions(siteId, scanId) {
      if (!findScan(siteId, scanId)) return [];
      return questionsOf(scanId).flatMap((asked): AskedQuestion[] => {
        const newest = asked.at(-1);
        if (!newest) return [];
        const { end, accountId: _, siteId: __, scanId: ___, ...start } = newest;
        const costs = asked.map((attempt) => attempt.end?.cost ?? 0);
        return [
          {
            ...start,
            outcome: end?.outcome ?? null,
            cost: sum(costs),
            highestCost: Math.max(...costs),
            reason: end?.reason ?? '',
            firstAt: Math.min(...asked.map(({ at }) => at)),
          },
        ];
      });
    },
    async *answersOf(siteId, scanId) {
      if (!findScan(siteId, scanId)) return;
      const answers = questionsOf(scanId).flatMap((asked) => {
        const newest = asked.at(-1);
        const answer =
          newest?.end?.outcome === 'answered' ? responses.get(keyOf(newest))?.answer : null;
        return newest && answer ? [{ question: newest.question, answer }] : [];
      });
      if (answers.length > 0) yield answers;
    },
    async scannableSites(accountId) {
      const { sites, accounts } = getTables();
      return [...sites.values()]
        .filter((site) => accountId === undefined || site.accountId === accountId)
        .flatMap(
          (site) => toScannableSite(site, accounts.get(site.accountId)?.sample ?? false) ?? [],
        );
    },
    async lastDueTimes(until) {
      const times = new Map<string, Instant>();
      for (const request of requests.values()) {
        const { siteId, dueAt } = request;
        if (dueAt !== null && dueAt <= until && isOfSite(request))
          times.set(siteId, Math.max(dueAt, times.get(siteId) ?? dueAt));
      }
      return times;
    },
    async spending(site, zone, since) {
      const isCountedFor = ({ siteId, accountId }: Attempt) =>
        site === null || (site.id === siteId && site.accountId === accountId);
      const monthOf = monthsIn(zone);
      const months = new Map<string, MonthSpending>();
      for (const attempt of attempts.values()) {
        if (attempt.at < since || !isCountedFor(attempt)) continue;
        const { platform } = attempt;
        const month = monthOf(attempt.at);
        const key = `${attempt.siteId} ${month} ${platform}`;
        const row = months.get(key);
        const isCounted = attempt.end?.outcome === 'answered' || amountOf(attempt) > 0;
        months.set(key, {
          siteId: attempt.siteId,
          month,
          platform,
          questions: (row?.questions ?? 0) + Number(isCounted),
          amount: (row?.amount ?? 0) + amountOf(attempt),
        });
      }
      return [...months.values()];
    },

    async scans(tenant, siteId, page) {
      if (!findVisibleSite(getTables(), tenant, siteId)) return [];
      return pageNewestFirst(
        scansWhere((request) => request.siteId === siteId),
        page,
      );
    },
    scan: async (tenant, siteId, scanId) => findVisibleScan(tenant, siteId, scanId),
    async newestScanId(tenant, siteId) {
      const page = { after: null, limit: Number.POSITIVE_INFINITY };
      const scans = await ledger.scans(tenant, siteId, page);
      return scans.find(({ step }) => step !== 'skipped')?.id ?? null;
    },
    async runningScans(tenant) {
      return scansWhere(() => true)
        .filter(isUnfinished)
        .flatMap((scan) => {
          const site = getTables().sites.get(scan.siteId);
          return site && isSiteVisible(tenant, site)
            ? [{ ...scan, siteName: site.name, clientId: site.clientId }]
            : [];
        });
    },
    async lastEnd(tenant) {
      const ends = scansWhere(({ siteId }) => findVisibleSite(getTables(), tenant, siteId) !== null)
        .flatMap(({ id }) => stepsOf(id))
        .flatMap(({ step, at }) => (endSteps.includes(step) ? at : []));
      return ends.length === 0 ? null : Math.max(...ends);
    },
    async failedScans(tenant) {
      const newest = new Map<string, LedgerScan>();
      for (const scan of scansWhere(() => true))
        if (scan.step !== 'skipped') newest.set(scan.siteId, scan);
      return [...newest.values()]
        .filter(({ step }) => step === 'failed')
        .toSorted((a, b) => b.stepAt - a.stepAt || compareText(a.siteId, b.siteId))
        .flatMap(({ siteId, remark, stepAt }) => {
          const site = getTables().sites.get(siteId);
          return site && isSiteVisible(tenant, site)
            ? [{ siteId, siteName: site.name, clientId: site.clientId, remark, at: stepAt }]
            : [];
        });
    },
    async progress(tenant, siteId, scanIds) {
      return scanIds
        .filter((scanId) => findVisibleScan(tenant, siteId, scanId))
        .toSorted(compareText)
        .flatMap(progressOf);
    },
    async messages(tenant, siteId, scanIds) {
      return scanIds
        .filter((scanId) => findVisibleScan(tenant, siteId, scanId))
        .toSorted(compareText)
        .flatMap((scanId) => {
          const counts = new Map<string, MessageRow>();
          for (const newest of questionsOf(scanId).flatMap((asked) => asked.at(-1) ?? [])) {
            const { platform, end } = newest;
            const message = responses.get(keyOf(newest))?.message;
            if (!end || !message) continue;
            const key = JSON.stringify([platform, end.reason, message]);
            const questions = (counts.get(key)?.questions ?? 0) + 1;
            counts.set(key, { scanId, platform, reason: end.reason, message, questions });
          }
          const rows = [...counts.values()].sort(
            (a, b) => b.questions - a.questions || compareText(a.message, b.message),
          );
          return [...Map.groupBy(rows, ({ platform, reason }) => `${platform} ${reason}`)]
            .sort(([a], [b]) => compareText(a, b))
            .flatMap(([, group]) => group.slice(0, maxMessages));
        });
    },
    async failedRegions(tenant, { since, reasonEnd }) {
      const regions = new Map<string, { platform: string; region: string; at: Instant }>();
      for (const { siteId, platform, region, end } of attempts.values()) {
        if (end?.outcome !== 'failed' || end.at < since) continue;
        if (!end.reason.endsWith(reasonEnd)) continue;
        if (!findVisibleSite(getTables(), tenant, siteId)) continue;
        const key = `${platform} ${region}`;
        const at = Math.max(end.at, regions.get(key)?.at ?? 0);
        regions.set(key, { platform, region, at });
      }
      return [...regions].sort(([a], [b]) => compareText(a, b)).map(([, row]) => row);
    },
    async rawResponse(tenant, siteId, scanId, question) {
      if (!findVisibleScan(tenant, siteId, scanId)) return null;
      const raws = attemptsOf(scanId)
        .filter((attempt) => attempt.question === question)
        .flatMap((attempt) => responses.get(keyOf(attempt))?.raw ?? []);
      return raws.at(-1) ?? null;
    },
    async dropResponsesBefore(day) {
      const dayOf = ({ at }: QuestionEnd) => new Date(at).toISOString().slice(0, 10);
      const needed = new Set((await ledger.unfinishedScans()).map(({ id }) => id));
      const keptDays = new Set(
        [...responses.values()].flatMap((end) => (needed.has(end.scanId) ? dayOf(end) : [])),
      );
      for (const [key, end] of responses)
        if (dayOf(end) < day && !keptDays.has(dayOf(end))) responses.delete(key);
    },
  };

  return {
    ledger,
    hasRequested: (scanId) => requests.has(scanId),
    removeScansOf(removed) {
      const idsIn = (table: RemovedRecord['table']) =>
        new Set(removed.flatMap((record) => (record.table === table ? record.id : [])));
      const [scanIds, siteIds] = [idsIn('scans'), idsIn('sites')];
      for (const { id, siteId } of requests.values())
        if (scanIds.has(id) || siteIds.has(siteId))
          addStep(id, { step: 'removed', at: Date.now(), remark: '' });
    },
  };
}
