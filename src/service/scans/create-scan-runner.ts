import { randomUUID } from 'node:crypto';
import { scanSettingsOf } from '../records/site.ts';
import {
  type AskedQuestion,
  countQuestions,
  endSteps,
  type LedgerScan,
  questionOf,
} from '../store/ledger.ts';
import type { Instant, SiteRecord } from '../store/records.ts';
import type { Store, Tenant } from '../store/store.ts';
import { Alarm } from './alarm.ts';
import { type AskerOptions, LeaseLost } from './asker.ts';
import { highestCostsOf } from './budget.ts';
import { toDollars } from './dollars.ts';
import { judgeScan, wasCancelled } from './judge-scan.ts';
import { findOutlook, notRunHere } from './outlook.ts';
import type { PlatformsOf } from './platform.ts';
import { ClockSetBack, ScanLoop } from './scan-loop.ts';
import { ScanMetrics } from './scan-metrics.ts';
import { findCeiling, isStillAsked, withCeilingsOf } from './scan-plan.ts';
import { ScanRefused, type ScanRunner, type ScanSubject } from './scan-runner.ts';
import { readSpending } from './spending.ts';
import { StoreFailures } from './store-failures.ts';
import type { Timers } from './timers.ts';

/** How long to wait before scans are run again after a failure, in milliseconds. */
const restartMs = 5_000;
const dayMs = 86_400_000;

/** The number of a day in UTC. */
const dayOf = (at: Instant): number => Math.floor(at / dayMs);

export interface ScanRunnerOptions {
  store: Pick<Store, 'ledger' | 'lookups' | 'beginImport'>;
  timers: Timers;
  platformsOf: PlatformsOf;
  /** The most that all scans of a calendar month in UTC may cost, in millionths of a US dollar. */
  hostCeiling: number;
  /** Whether this host may run scans. */
  isOn: boolean;
  /** Whether only scans that are requested here are run, none that are due or were requested elsewhere; by default all. */
  onlyOwn?: boolean;
  /** How many days the store keeps raw responses. */
  rawDays: number;
  /** Whether the texts of answers are stored; by default they are. */
  keepsTexts?: boolean;
  /** Called with failures that nobody else sees. */
  onError: (error: unknown) => void;
  /** Called for every error that a platform responds with, for the log. */
  onPlatformError?: AskerOptions['onPlatformError'];
}

/** What the host measures. */
export interface ScanFigures {
  /** Since this process started. */
  questions: readonly { platform: string; outcome: string; questions: number }[];
  /** Since this process started, in US dollars. */
  spent: readonly { platform: string; usd: number }[];
  /** The number of scans that have not ended, if this host runs them. */
  running: number;
  /** The age of the newest completed scan of the schedule for which it is the oldest, in milliseconds. */
  scheduleAgeMs: number | null;
}

/** The scanRunner, and the work that it does by itself. */
export interface BackgroundScanRunner extends ScanRunner {
  /**
   * Begins to run scans, once no other host does. Does nothing if `isOn` is false. With `onlyOwn`, the first request
   * does so.
   */
  start(): void;
  /** Starts no more questions, waits up to 25 s for those in flight, and writes them down: 29 s in all, besides the store's own time. */
  close(): Promise<void>;
  metrics(): ScanFigures;
}

const createBusyRefusal = () => new ScanRefused('busy', 'A scan of this site is already running.');

class StoreScanRunner implements BackgroundScanRunner {
  readonly isOn: boolean;
  readonly hostCeiling: number;
  readonly #options: Required<ScanRunnerOptions>;
  readonly #metrics = new ScanMetrics();
  readonly #alarm = new Alarm();
  readonly #storeFailures = new StoreFailures();
  readonly #stop = new AbortController();
  readonly #neverSent = new Set<string>();
  /** The sites for which a request, or one for a retry, is being written down. */
  readonly #requesting = new Set<string>();
  /** The IDs of the scans requested here. */
  readonly #own = new Set<string>();
  #loop: ScanLoop | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: Required<ScanRunnerOptions>) {
    this.#options = options;
    this.isOn = options.isOn;
    this.hostCeiling = options.hostCeiling;
  }

  start(): void {
    if (this.isOn) this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#alarm.ring();
    await this.#running;
  }

  metrics(): ScanFigures {
    const { questions, spent, running, oldestScanAt } = this.#metrics;
    return {
      questions,
      spent: [...spent].map(([platform, amount]) => ({ platform, usd: toDollars(amount) })),
      running,
      scheduleAgeMs: oldestScanAt === null ? null : this.#options.timers.now() - oldestScanAt,
    };
  }

  async #run(): Promise<void> {
    const { timers, onError } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#runLoop(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof LeaseLost) this.#storeFailures.clear();
        else if (!(error instanceof ClockSetBack)) {
          this.#storeFailures.onFailure(null, timers.now());
          onError(error);
        }
        await timers.pause(restartMs, signal);
      } finally {
        this.#metrics.stopRunning();
      }
    }
  }

  async #runLoop(signal: AbortSignal): Promise<void> {
    // What failed here is past once another host runs scans.
    const onWait = () => this.#storeFailures.clear();
    const lease = await this.#options.store.ledger.takeLease(signal, onWait);
    try {
      const loop = await ScanLoop.create(lease, this.#neverSent, {
        ...this.#options,
        own: this.#options.onlyOwn ? this.#own : null,
        metrics: this.#metrics,
        storeFailures: this.#storeFailures,
        alarm: this.#alarm,
      });
      this.#loop = loop;
      await loop.run(signal);
    } finally {
      this.#loop = null;
      await lease.end();
    }
  }

  platformsFor(account: Parameters<PlatformsOf>[0]) {
    return this.#options.platformsOf(account).map(({ offered }) => offered);
  }

  waitsOf(scanId: string) {
    return this.#loop?.waitsOf(scanId) ?? [];
  }

  notStoredSince(scanId: string): Instant | null {
    return this.#storeFailures.sinceOf(scanId);
  }

  outlook(subject: ScanSubject) {
    return findOutlook(subject, this.#options);
  }

  /** Writes a request for a site down, unless another one is being written down. @throws ScanRefused if so */
  async #requestAlone(siteId: string, request: () => Promise<LedgerScan>): Promise<LedgerScan> {
    if (this.#requesting.has(siteId)) throw createBusyRefusal();
    this.#requesting.add(siteId);
    try {
      return await request();
    } finally {
      this.#requesting.delete(siteId);
    }
  }

  requestScan(subject: ScanSubject, requestedBy: string): Promise<LedgerScan> {
    const { store, timers } = this.#options;
    const { site } = subject;
    return this.#requestAlone(site.id, async () => {
      await this.#refuseIfBusy({ accountId: site.accountId, clientId: null }, site.id);
      const { plan, obstacle } = await this.outlook(subject);
      if (obstacle !== null) throw new ScanRefused('impossible', obstacle);
      const createdAt = timers.now();
      const ids = { id: randomUUID(), accountId: site.accountId, siteId: site.id };
      const request = {
        ...{ ...ids, createdAt, dueAt: null, requestedBy, plan },
      };
      await store.ledger.requestScan(request);
      this.#own.add(request.id);
      if (this.#options.onlyOwn && this.#own.size === 1) this.start();
      this.#alarm.ring();
      const unchanged = { remark: '', startedAt: null, endedAt: null, pausedMs: 0 };
      return { ...request, step: 'queued', stepAt: createdAt, ...unchanged };
    });
  }

  /** @throws ScanRefused if a scan of the site has not ended */
  async #refuseIfBusy(tenant: Tenant, siteId: string): Promise<void> {
    const running = await this.#options.store.ledger.runningScans(tenant);
    if (running.some((scan) => scan.siteId === siteId)) throw createBusyRefusal();
  }

  async #findScan(tenant: Tenant, siteId: string, scanId: string): Promise<LedgerScan> {
    const scan = await this.#options.store.ledger.scan(tenant, siteId, scanId);
    if (!scan) throw new ScanRefused('absent', 'There is no such scan.');
    return scan;
  }

  /** @param last the newest instant that is written down; the step follows, even if the clock was ahead then */
  async #addStep(
    scan: LedgerScan,
    step: 'cancelling' | 'importing' | 'retrying',
    last: Instant,
    remark = '',
  ): Promise<LedgerScan> {
    const { store, timers } = this.#options;
    const stepAt = Math.max(timers.now(), last + 1);
    await store.ledger.addStep(scan, step, stepAt, remark);
    this.#alarm.ring();
    return { ...scan, step, stepAt, remark, endedAt: null };
  }

  async cancelScan(tenant: Tenant, siteId: string, scanId: string): Promise<LedgerScan> {
    const scan = await this.#findScan(tenant, siteId, scanId);
    if (endSteps.includes(scan.step))
      throw new ScanRefused('impossible', 'The scan has already ended.');
    if (scan.step === 'cancelling') return scan;
    // What cancelled it before, while it waits for its import, stays known.
    return this.#addStep(scan, 'cancelling', scan.stepAt, scan.remark);
  }

  retryScan(tenant: Tenant, siteId: string, scanId: string): Promise<LedgerScan> {
    return this.#requestAlone(siteId, async () => {
      const scan = await this.#findScan(tenant, siteId, scanId);
      await this.#refuseIfBusy(tenant, siteId);
      const asked = await this.#options.store.ledger.askedQuestions(siteId, scanId);
      const { lookups } = this.#options.store;
      const [[site], [stored]] = await Promise.all([
        lookups.sites([siteId]),
        lookups.scans([scanId]),
      ]);
      const { isMeasured, remark } = judgeScan(scan.plan, asked, new Map(), {
        isCancelled: wasCancelled(scan),
        wasMeasured: stored?.status === 'completed',
      });
      const isOnlyImported = scan.step === 'failed' && isMeasured;
      const obstacle =
        (await this.#findRetryObstacle(tenant, scan, site)) ??
        (site && !isOnlyImported ? await this.#findAskingObstacle(site, scan, asked) : null);
      if (obstacle !== null) throw new ScanRefused('impossible', obstacle);
      // Only questions that were asked before it are asked again.
      const last = asked.reduce((newest, { at }) => Math.max(newest, at), scan.stepAt);
      return isOnlyImported
        ? this.#addStep(scan, 'importing', last, remark)
        : this.#addStep(scan, 'retrying', last);
    });
  }

  /** Why nothing of a scan can be retried, for the user; null if something can. */
  async #findRetryObstacle(
    tenant: Tenant,
    scan: LedgerScan,
    site: SiteRecord | undefined,
  ): Promise<string | null> {
    const { store, timers, rawDays } = this.#options;
    if (!this.isOn) return notRunHere;
    if ((await store.ledger.newestScanId(tenant, scan.siteId)) !== scan.id)
      return 'Only the newest scan can be asked again.';
    // Responses are dropped by whole days, later than this.
    if (dayOf(timers.now()) - dayOf(scan.createdAt) >= rawDays)
      return 'The responses of this scan are no longer kept. Run a new one.';
    return site?.active ? null : 'The site is archived.';
  }

  /** Why what was not answered cannot be asked again, for the user; null if it can. */
  async #findAskingObstacle(
    site: SiteRecord,
    { siteId, plan }: LedgerScan,
    asked: readonly AskedQuestion[],
  ): Promise<string | null> {
    const { store, platformsOf } = this.#options;
    const [accounts, prompts] = await Promise.all([
      store.lookups.accounts(),
      store.lookups.promptsOfSites([siteId]),
    ]);
    const settings = site.collection && scanSettingsOf(site.collection);
    const answered = new Set(
      asked.filter(({ outcome }) => outcome === 'answered').map(({ question }) => question),
    );
    if (answered.size === countQuestions(plan)) return 'Every question was answered.';
    const account = accounts.find(({ id }) => id === site.accountId);
    const connected = new Set(
      (account ? platformsOf(account) : [])
        .filter(({ isConnected }) => isConnected)
        .map(({ id }): string => id),
    );
    const unanswered = Array.from({ length: countQuestions(plan) }, (_, question) => question)
      .filter((question) => !answered.has(question))
      .map((question) => questionOf(plan, question));
    if (!unanswered.every((question) => isStillAsked({ prompts, settings }, plan, question)))
      return 'The set-up no longer asks everything that was not answered. Run a new scan.';
    const highestCosts = highestCostsOf(asked);
    const estimates = unanswered
      .flatMap(({ cell }) => plan.cells[cell] ?? [])
      .filter(({ platform }) => connected.has(platform))
      .map(({ platform, estimate }) => Math.max(estimate, highestCosts.get(platform) ?? 0));
    if (estimates.length === 0) return 'No platform of this scan is connected.';
    const spending = await readSpending(site, plan.zone, this.#options);
    const spent = asked.reduce((sum, { cost }) => sum + cost, 0);
    return findCeiling(
      estimates.reduce((sum, estimate) => sum + estimate, 0),
      'What was not answered',
      withCeilingsOf(settings, plan),
      { ...spending, scanSpent: spent },
    );
  }
}

/** Creates what runs scans; see `BackgroundScanRunner`. */
export const createScanRunner = (options: ScanRunnerOptions): BackgroundScanRunner =>
  new StoreScanRunner({ keepsTexts: true, onlyOwn: false, onPlatformError: () => {}, ...options });
