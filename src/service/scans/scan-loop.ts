import { cancelledRemark } from '../../contract/sightline/scans.ts';
import { ImportRefused } from '../import/faults.ts';
import { scanSettingsOf } from '../records/site.ts';
import type {
  AskedQuestion,
  LedgerScan,
  QuestionEnd,
  RunnerLease,
  ScannableSite,
} from '../store/ledger.ts';
import type { Instant } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Alarm } from './alarm.ts';
import { Asker, type AskerOptions, LeaseLost } from './asker.ts';
import { attemptKeyOf } from './attempt-key.ts';
import { MonthlyCeiling } from './budget.ts';
import { requestDueScans, skippedRemark } from './due-scans.ts';
import { importScan, ScanRemoved } from './import-scan.ts';
import { judgeScan, wasCancelled } from './judge-scan.ts';
import type { OutlookOptions } from './outlook.ts';
import { RunningScan } from './running-scan.ts';
import type { ScanMetrics } from './scan-metrics.ts';
import { withCeilingsOf } from './scan-plan.ts';
import type { ScanWait } from './scan-runner.ts';
import { beforeMonthOf } from './spending.ts';
import type { StoreFailures } from './store-failures.ts';

/** Starts are written down at most so often, in milliseconds. */
const tickMs = 250;
/** How often requests of other processes and due times are looked for, in milliseconds. */
const pollMs = 2_000;
const scheduleMs = 10_000;
/** How long to wait before the store is tried again after a failure, in milliseconds. */
const storeRetryMs = 5_000;
/** How often an import is tried, and how long to wait after the first failure and at most, in milliseconds. */
const maxImports = 10;
const importRetryMs = 60_000;
const maxImportRetryMs = 1_800_000;
/** How long questions in flight are waited for at the end, in milliseconds. */
const drainMs = 25_000;
/** How often the end tries to write down what came back, and how long it waits in between, in milliseconds. */
const maxFinalWrites = 3;
const finalWriteRetryMs = 2_000;
/** How far the clock may go back before everything is read again, in milliseconds. */
const maxSetBackMs = 60_000;

/**
 * Thrown if the clock was set back: what waits for an instant would wait too long, and what earlier months have cost may
 * not have been read.
 */
export class ClockSetBack extends Error {
  override name = 'ClockSetBack';
}

export interface ScanLoopOptions extends OutlookOptions {
  store: Pick<Store, 'ledger' | 'lookups' | 'beginImport'>;
  /** Whether the texts of answers are stored. */
  keepsTexts: boolean;
  /** The IDs of the scans to run, and none that are due; null for all. */
  own: ReadonlySet<string> | null;
  metrics: ScanMetrics;
  storeFailures: StoreFailures;
  /** Ends the pause between two looks at the requests. */
  alarm: Alarm;
  onError: (error: unknown) => void;
  onPlatformError: AskerOptions['onPlatformError'];
}

const toEnd = (
  { accountId, siteId, id }: LedgerScan,
  { question, attempt, platform, region }: AskedQuestion,
): Omit<QuestionEnd, 'outcome' | 'at' | 'cost' | 'reason'> => ({
  ...{ accountId, siteId, scanId: id, question, attempt, platform, region },
  ...{ answer: null, raw: null },
});

interface FailedImport {
  /** How many imports of the scan have failed. */
  imports: number;
  /** When the newest one began, and when the scan is imported again. */
  beganAt: Instant;
  againAt: Instant;
}

/** Runs scans for as long as a lease is held. */
export class ScanLoop {
  readonly #options: ScanLoopOptions;
  readonly #lease: RunnerLease;
  readonly #neverSent: Set<string>;
  readonly #asker: Asker;
  /** Scans that have not ended, by ID. */
  readonly #runs = new Map<string, RunningScan>();
  /** The IDs of scans that are being imported, and those whose import failed. */
  readonly #importing = new Set<string>();
  readonly #failedImports = new Map<string, FailedImport>();
  /** The IDs of scans that have ended since the last look at the ledger began. */
  readonly #justEnded = new Set<string>();
  #imports: Promise<void> = Promise.resolve();
  readonly #importStop = new AbortController();
  /** The latest time that the clock has shown. */
  #latest: Instant;
  #pollAt: Instant = 0;
  #scheduleAt: Instant = 0;

  private constructor(
    lease: RunnerLease,
    host: MonthlyCeiling,
    neverSent: Set<string>,
    options: ScanLoopOptions,
  ) {
    this.#options = options;
    this.#lease = lease;
    this.#neverSent = neverSent;
    const { timers, metrics, onError, onPlatformError } = options;
    this.#latest = timers.now();
    this.#asker = new Asker({
      ledger: options.store.ledger,
      ...{ lease, timers, host, metrics, neverSent, onError, onPlatformError },
    });
  }

  /** @param neverSent what earlier loops of this process know of questions that they did not send */
  static async create(
    lease: RunnerLease,
    neverSent: Set<string>,
    options: ScanLoopOptions,
  ): Promise<ScanLoop> {
    const { store, timers, hostCeiling } = options;
    const host = new MonthlyCeiling({
      zone: 'UTC',
      ceiling: hostCeiling,
      reason: 'The ceiling of this installation for the month is reached (SCAN_BUDGET).',
      spent: await store.ledger.spending(null, 'UTC', beforeMonthOf(timers.now())),
    });
    return new ScanLoop(lease, host, neverSent, options);
  }

  /** What a scan waits for now. */
  waitsOf(scanId: string): readonly ScanWait[] {
    const run = this.#runs.get(scanId);
    return run ? this.#asker.waitsOf(run) : [];
  }

  /** Runs scans until the signal aborts. @throws LeaseLost, ClockSetBack, or the store's errors. */
  async run(stop: AbortSignal): Promise<void> {
    const { timers, alarm } = this.#options;
    try {
      while (!stop.aborted) {
        const rung = alarm.set();
        if (stop.aborted) break;
        const waitMs = await this.#work();
        await timers.pause(waitMs, rung);
        if (rung.aborted) this.#pollAt = 0;
      }
    } finally {
      await this.#end();
    }
  }

  /** @returns how long to wait before the next time. */
  async #work(): Promise<number> {
    const { storeFailures, timers } = this.#options;
    const now = timers.now();
    if (now < this.#latest - maxSetBackMs) throw new ClockSetBack('The clock was set back.');
    this.#latest = Math.max(this.#latest, now);
    try {
      await this.#asker.writeEnds();
      await this.#look();
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      storeFailures.onFailure(null, now);
      this.#options.onError(error);
      return storeRetryMs;
    }
    await this.#asker.startQuestions([...this.#runs.values()], (run) => this.#begin(run));
    storeFailures.onSuccess(null);
    const isActive = [...this.#runs.keys()].some((id) => !this.#importing.has(id));
    for (const run of [...this.#runs.values()]) if (run.isAsked) this.#finish(run);
    return isActive ? tickMs : pollMs;
  }

  /** Looks for requests and due times. */
  async #look(): Promise<void> {
    const { timers, store, own } = this.#options;
    const now = timers.now();
    if (now < this.#pollAt) return;
    if (!(await this.#lease.isStillHeld())) throw new LeaseLost('Another host may run scans now.');
    await this.#readRequests();
    if (own === null && now >= this.#scheduleAt) {
      this.#scheduleAt = now + scheduleMs;
      const sites = await store.ledger.scannableSites();
      const busySites = new Set([...this.#runs.values()].map(({ scan }) => scan.siteId));
      const { hasRequested, hasMore } = await requestDueScans(sites, busySites, this.#options);
      if (hasRequested) await this.#readRequests();
      await this.#measureAges(sites);
      if (hasMore) this.#scheduleAt = now;
    }
    this.#pollAt = now + pollMs;
  }

  async #measureAges(sites: readonly ScannableSite[]): Promise<void> {
    const { metrics, store } = this.#options;
    const scheduled = sites.filter(({ settings }) => settings.schedule !== null);
    const unknown = metrics.setSchedules(scheduled);
    if (unknown.length === 0) return;
    for (const { siteId, status, completedAt } of await store.lookups.scansOfSites(unknown))
      if (status === 'completed') metrics.onCompleted(siteId, completedAt ?? 0);
  }

  async #readRequests(): Promise<void> {
    const { store, timers, own } = this.#options;
    this.#justEnded.clear();
    const unfinishedScans = await store.ledger.unfinishedScans();
    const scans = own === null ? unfinishedScans : unfinishedScans.filter(({ id }) => own.has(id));
    const unfinished = new Set(scans.map(({ id }) => id));
    for (const [id, run] of this.#runs) {
      if (unfinished.has(id) || this.#importing.has(id)) continue;
      run.remove();
      this.#runs.delete(id);
    }
    for (const scan of scans) {
      if (this.#justEnded.has(scan.id)) continue;
      const run = this.#runs.get(scan.id);
      const isBusy = [...this.#runs.values()].some((other) => other.scan.siteId === scan.siteId);
      if (run) run.update(scan);
      else if (!isBusy) await this.#take(scan);
      else if (scan.step === 'queued')
        await store.ledger.addStep(scan, 'skipped', timers.now(), skippedRemark);
    }
    this.#options.metrics.running = this.#runs.size;
  }

  /** Goes on with a scan, or begins it. */
  async #take(scan: LedgerScan): Promise<void> {
    const { store, timers, platformsOf } = this.#options;
    const { ledger, lookups } = store;
    const { siteId } = scan;
    const [[site], accounts] = await Promise.all([lookups.sites([siteId]), lookups.accounts()]);
    const account = accounts.find(({ id }) => id === site?.accountId);
    // The site was deleted.
    if (!site || !account) return;
    const settings = site.collection && scanSettingsOf(site.collection);
    const plan = scan.step === 'retrying' ? withCeilingsOf(settings, scan.plan) : scan.plan;
    const asked = scan.step === 'queued' ? [] : await this.#readAsked(scan);
    const month = new MonthlyCeiling({
      zone: plan.zone,
      ceiling: plan.monthCeiling,
      reason: 'The ceiling of this site for the month is reached.',
      spent: await ledger.spending(site, plan.zone, beforeMonthOf(timers.now())),
    });
    const platforms = platformsOf(account).filter(({ isConnected }) => isConnected);
    this.#runs.set(scan.id, new RunningScan({ scan: { ...scan, plan }, platforms, asked, month }));
  }

  /**
   * Reads what was asked so far. What was in flight when a host stopped is written down as interrupted: it may have been
   * paid for, and only a person asks it again.
   */
  async #readAsked(scan: LedgerScan): Promise<AskedQuestion[]> {
    const { store, timers, metrics } = this.#options;
    const asked = await store.ledger.askedQuestions(scan.siteId, scan.id);
    const at = timers.now();
    const ends = asked
      .filter(({ outcome }) => outcome === null)
      .map((entry): QuestionEnd => {
        const end = { ...toEnd(scan, entry), at: Math.max(at, entry.at) };
        return this.#neverSent.has(attemptKeyOf(end))
          ? { ...end, outcome: 'refused', cost: 0, reason: 'It was not sent.' }
          : {
              ...end,
              outcome: 'interrupted',
              cost: entry.estimate,
              reason: 'It was in flight when the service stopped.',
            };
      });
    if (ends.length > 0) await store.ledger.endQuestions(ends);
    const endOf = new Map(ends.map((end) => [end.question, end]));
    for (const { platform, outcome, cost } of ends) metrics.count(platform, outcome, cost);
    return asked.map((entry) => {
      const end = endOf.get(entry.question);
      if (!end) return entry;
      const { outcome, reason, cost } = end;
      const highestCost = Math.max(entry.highestCost, cost);
      return { ...entry, outcome, reason, cost: entry.cost + cost, highestCost };
    });
  }

  async #begin(run: RunningScan): Promise<void> {
    const { store, timers } = this.#options;
    if (run.scan.step !== 'queued') return;
    const at = timers.now();
    await store.ledger.addStep(run.scan, 'running', at);
    run.update({ ...run.scan, step: 'running', stepAt: at });
  }

  /** Imports a scan that has been asked, after those that are being imported. */
  #finish(run: RunningScan): void {
    const { timers, storeFailures, onError } = this.#options;
    const { id, step, stepAt } = run.scan;
    const failure = this.#failedImports.get(id);
    const isCancelled = failure !== undefined && step === 'cancelling' && stepAt > failure.beganAt;
    const hasToWait = failure !== undefined && timers.now() < failure.againAt && !isCancelled;
    if (this.#importing.has(id) || hasToWait) return;
    const isGivenUp = isCancelled || (failure !== undefined && failure.imports >= maxImports);
    this.#importing.add(id);
    this.#imports = this.#imports.then(async () => {
      const beganAt = timers.now();
      try {
        await (isGivenUp ? this.#giveUp(run.scan) : this.#import(run));
        this.#runs.delete(id);
        this.#failedImports.delete(id);
        storeFailures.onSuccess(id);
        this.#justEnded.add(id);
      } catch (error) {
        if (!this.#importStop.signal.aborted && !(error instanceof LeaseLost)) {
          storeFailures.onFailure(id, timers.now());
          onError(error);
        }
        const imports = (failure?.imports ?? 0) + 1;
        const waitMs = Math.min(importRetryMs * 2 ** (imports - 1), maxImportRetryMs);
        this.#failedImports.set(id, { imports, beganAt, againAt: timers.now() + waitMs });
      } finally {
        this.#importing.delete(id);
      }
    });
  }

  /** Writes down that a scan has failed, since its answers cannot be imported. */
  async #giveUp(scan: LedgerScan): Promise<void> {
    const { store, timers } = this.#options;
    const sentences = [
      ...(wasCancelled(scan) ? [cancelledRemark] : []),
      'The answers could not be imported. Retry the scan to import them.',
    ];
    const remark = sentences.join(' ');
    await store.ledger.addStep(scan, 'failed', timers.now(), remark);
  }

  /** Imports the answers that count, and writes down that the scan has ended. */
  async #import(run: RunningScan): Promise<void> {
    const { store, timers, metrics, keepsTexts, onError } = this.#options;
    const { signal } = this.#importStop;
    signal.throwIfAborted();
    if (!(await this.#lease.isStillHeld())) throw new LeaseLost('Another host may run scans now.');
    const { scan } = run;
    const asked = await store.ledger.askedQuestions(scan.siteId, scan.id);
    const isCancelled = run.isCutShort || wasCancelled(scan);
    const [stored] = await store.lookups.scans([scan.id]);
    const wasMeasured = stored?.status === 'completed';
    const judgement = judgeScan(scan.plan, asked, run.stops, { isCancelled, wasMeasured });
    const { counted, isMeasured } = judgement;
    const at = timers.now();
    // A host that imports again does not know what stopped the asking.
    const remark = scan.step === 'importing' ? scan.remark : judgement.remark;
    if (scan.step !== 'importing') {
      await store.ledger.addStep(scan, 'importing', at, remark);
      run.update({ ...scan, step: 'importing', stepAt: at, remark });
    }
    try {
      const startedAt = scan.startedAt ?? firstOf(asked);
      const toImport = { scan: { ...scan, startedAt }, counted, isMeasured, at };
      await importScan(store, toImport, { keepsTexts, signal });
    } catch (error) {
      if (error instanceof ScanRemoved) return;
      if (!(error instanceof ImportRefused)) throw error;
      onError(error);
      await this.#giveUp(scan);
      return;
    }
    const step = isMeasured ? 'completed' : 'failed';
    await store.ledger.addStep(scan, step, timers.now(), remark);
    if (isMeasured) metrics.onCompleted(scan.siteId, at);
  }

  /** Waits for what is in flight, for a limited time, and writes down how it ended. */
  async #end(): Promise<void> {
    const { timers, onError } = this.#options;
    const { signal } = new AbortController();
    this.#importStop.abort(new LeaseLost('Scans are no longer run here.'));
    const writeEnds = () => this.#asker.writeEnds().catch(onError);
    const abandonAt = timers.now() + drainMs;
    while (this.#asker.isAsking && timers.now() < abandonAt) {
      await timers.pause(tickMs, signal);
      await writeEnds();
    }
    await this.#asker.abandon();
    await writeEnds();
    for (let writes = 1; this.#asker.hasEnds && writes < maxFinalWrites; writes += 1) {
      await timers.pause(finalWriteRetryMs, signal);
      await writeEnds();
    }
    await this.#imports;
  }
}

/** When the first question was asked; null if none was. */
const firstOf = (asked: readonly AskedQuestion[]): Instant | null =>
  asked.length === 0 ? null : asked.reduce((first, { at }) => Math.min(first, at), Infinity);
