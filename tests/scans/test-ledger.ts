import { randomUUID } from 'node:crypto';
import { createProcessLock } from '../../src/service/store/clickhouse/engine/locks.ts';
import {
  type AskedQuestion,
  endSteps,
  type Ledger,
  type LedgerScan,
  type MonthSpending,
  monthsIn,
  type QuestionEnd,
  type QuestionStart,
  type RunnerLease,
  toScannableSite,
} from '../../src/service/store/ledger.ts';
import type { ImportLookups } from '../../src/service/store/store.ts';
import { emptyLedger } from '../memory-store/empty-ledger.ts';

/** An attempt of a question. */
interface Attempt extends QuestionStart {
  lease: string;
  end: QuestionEnd | null;
}

type TestLedger = Ledger & {
  /** Whatever was written down about ends of questions, in order. */
  ends: readonly QuestionEnd[];
};

const keyOf = ({ scanId, question, attempt }: QuestionStart | QuestionEnd) =>
  `${scanId} ${question} ${attempt}`;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Creates a ledger in which tests of scans let hours pass in a moment. It has what a runner writes and reads of one
 * account; what else a ledger does is tested with the real ones (`describe-ledger.ts`).
 * @param lookups of the store that has the sites
 */
export function createTestLedger(lookups: ImportLookups): TestLedger {
  const runnerLock = createProcessLock();
  const heldLeases = new Set<RunnerLease>();
  const scans = new Map<string, LedgerScan>();
  const attempts = new Map<string, Attempt>();
  const ends: QuestionEnd[] = [];

  const scansOf = (siteId: string) =>
    [...scans.values()]
      .filter((scan) => scan.siteId === siteId && scan.step !== 'removed')
      .sort((a, b) => b.createdAt - a.createdAt);
  const attemptsOf = (scanId: string) =>
    [...attempts.values()]
      .filter((attempt) => attempt.scanId === scanId)
      .sort((a, b) => a.question - b.question || a.attempt - b.attempt);
  const questionsOf = (scanId: string) => [
    ...Map.groupBy(attemptsOf(scanId), ({ question }) => question).values(),
  ];
  const amountOf = ({ end, estimate }: Attempt) => end?.cost ?? estimate;

  const ledger: TestLedger = {
    ...emptyLedger,
    ends,

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
      const { createdAt } = request;
      const endedAt = step === 'queued' ? null : createdAt;
      const state = { step, remark, stepAt: createdAt, startedAt: null, endedAt, pausedMs: 0 };
      scans.set(request.id, { ...request, ...state });
    },
    async addStep({ id }, step, at, remark = '') {
      const scan = scans.get(id);
      const isTooLate = step === 'running' && scan?.step !== 'queued';
      if (!scan || scan.step === 'removed' || isTooLate) return;
      const endedAt = endSteps.includes(step) ? at : null;
      const goesOn = scan.endedAt !== null && endedAt === null;
      const pausedMs = scan.pausedMs + (goesOn ? at - (scan.endedAt ?? at) : 0);
      scans.set(id, { ...scan, step, stepAt: at, remark, endedAt, pausedMs });
    },
    async startQuestions(lease, questions) {
      if (!heldLeases.has(lease)) return [];
      return questions.filter((start) => {
        const scan = scans.get(start.scanId);
        if (scan) scans.set(scan.id, { ...scan, startedAt: scan.startedAt ?? start.at });
        const stored = attempts.get(keyOf(start));
        if (!stored) attempts.set(keyOf(start), { ...start, lease: lease.id, end: null });
        return !stored || (stored.lease === lease.id && stored.end === null);
      });
    },
    async endQuestions(written) {
      for (const end of written) {
        ends.push(end);
        const attempt = attempts.get(keyOf(end));
        if (attempt && (!attempt.end || end.outcome !== 'interrupted')) attempt.end = end;
      }
    },

    async unfinishedScans() {
      const sites = await lookups.sites([...scans.values()].map(({ siteId }) => siteId));
      return [...scans.values()]
        .filter(({ step }) => !endSteps.includes(step))
        .filter(({ siteId }) => sites.some(({ id }) => id === siteId))
        .sort((a, b) => a.createdAt - b.createdAt);
    },
    async askedQuestions(_, scanId) {
      return questionsOf(scanId).flatMap((asked): AskedQuestion[] => {
        const newest = asked.at(-1);
        if (!newest) return [];
        const costs = asked.map(({ end }) => end?.cost ?? 0);
        const { outcome = null, reason = '' } = newest.end ?? {};
        const firstAt = Math.min(...asked.map(({ at }) => at));
        const [cost, highestCost] = [sum(costs), Math.max(...costs)];
        return [{ ...newest, outcome, reason, cost, highestCost, firstAt }];
      });
    },
    async *answersOf(_, scanId) {
      yield questionsOf(scanId).flatMap((asked) => {
        const { question, end } = asked.at(-1) ?? {};
        return question !== undefined && end?.answer ? [{ question, answer: end.answer }] : [];
      });
    },
    async scannableSites() {
      const accounts = await lookups.accounts();
      const sites = await lookups.sitesOfAccounts(accounts.map(({ id }) => id));
      const samples = new Set(accounts.flatMap(({ id, sample }) => (sample ? id : [])));
      return sites.flatMap((site) => toScannableSite(site, samples.has(site.accountId)) ?? []);
    },
    async lastDueTimes(until) {
      const due = [...scans.values()].flatMap(({ siteId, dueAt }) =>
        dueAt !== null && dueAt <= until ? [{ siteId, dueAt }] : [],
      );
      return new Map(
        due.sort((a, b) => a.dueAt - b.dueAt).map(({ siteId, dueAt }) => [siteId, dueAt]),
      );
    },
    async spending(site, zone, since) {
      const monthOf = monthsIn(zone);
      return [...attempts.values()]
        .filter(({ at, siteId }) => at >= since && (site === null || site.id === siteId))
        .map((attempt): MonthSpending => {
          const { siteId, platform, at } = attempt;
          const amount = amountOf(attempt);
          const isCounted = attempt.end?.outcome === 'answered' || amount > 0;
          return { siteId, platform, month: monthOf(at), questions: Number(isCounted), amount };
        });
    },

    async scans(_, siteId) {
      return scansOf(siteId);
    },
    async scan({ accountId }, siteId, scanId) {
      const scan = scansOf(siteId).find(({ id }) => id === scanId);
      return scan?.accountId === accountId ? scan : null;
    },
    async newestScanId(_, siteId) {
      return scansOf(siteId).find(({ step }) => step !== 'skipped')?.id ?? null;
    },
    async runningScans() {
      const unfinished = await ledger.unfinishedScans();
      return unfinished.map((scan) => ({ ...scan, siteName: '', clientId: null }));
    },
  };
  return ledger;
}
