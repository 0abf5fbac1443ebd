import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { platforms as knownPlatforms, type PlatformId } from '../../src/contract/enums.ts';
import type { ScanSettings } from '../../src/contract/sightline/scans.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { unknownEvidence } from '../../src/service/records/answer.ts';
import { scanSettingsOf } from '../../src/service/records/site.ts';
import {
  type BackgroundScanRunner,
  createScanRunner,
} from '../../src/service/scans/create-scan-runner.ts';
import type { Asked, Platform } from '../../src/service/scans/platform.ts';
import type { ScanSubject } from '../../src/service/scans/scan-runner.ts';
import { endSteps, type Ledger, type LedgerScan } from '../../src/service/store/ledger.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { createTestLedger } from './test-ledger.ts';
import { TestTimers } from './test-timers.ts';

/** What a fake platform was asked. */
export interface AskedOnce {
  id: string;
  platform: PlatformId;
  text: string;
  region: string;
  at: number;
  /** Aborts when its scan is cancelled. */
  cancel: AbortSignal;
}

/** Decides what a platform answers to a question that is being asked. */
export type Respond = (asked: AskedOnce) => Asked | Promise<Asked>;

const cent = 10_000;

/** An answer that cost one cent. */
export const answerTo = ({ text, region }: Pick<AskedOnce, 'text' | 'region'>): Asked => ({
  outcome: 'answered',
  raw: JSON.stringify({ text }),
  cost: cent,
  answer: {
    ...unknownEvidence,
    text: `Acme is one answer to "${text}".`,
    model: 'model-1-served',
    searched: true,
    queries: [`search ${text}`],
    citations: [{ url: 'https://acme.example/page', title: 'Acme' }],
    location: region === 'ZZ' ? '' : region,
  },
});

const defaultSettings: ScanSettings = {
  platforms: ['claude_api', 'chatgpt_api'],
  regions: ['DE'],
  runs: 1,
  schedule: null,
  scanCeilingUsd: 10,
  monthCeilingUsd: 100,
};

interface WorldOptions {
  /** When the test begins. */
  start?: string;
  settings?: Partial<ScanSettings>;
  /** The number of prompts. */
  prompts?: number;
  /** In US dollars. */
  hostCeilingUsd?: number;
  /** How many questions each platform takes at once, and in a minute. */
  pace?: { maxInFlight: number; maxPerMinute: number };
  /** How long each answer takes, in milliseconds. */
  answerMs?: number;
}

/** Creates a store in memory that runs scans. */
export function createScanStore() {
  const store = createMemoryStore();
  return { ...store, ledger: createTestLedger(store.lookups) };
}

/** A site in a store in memory, fake platforms, and hosts that run its scans, one after the other. */
export class ScanWorld {
  readonly timers: TestTimers;
  readonly store = createScanStore();
  readonly accountId = randomUUID();
  readonly siteId = randomUUID();
  readonly promptIds: readonly string[];
  readonly brandId = randomUUID();
  /** Every question that was sent, in order. */
  readonly asked: AskedOnce[] = [];
  readonly errors: unknown[] = [];
  /** What would be in the log of errors that platforms respond with. */
  readonly platformErrors: object[] = [];
  /** What platforms do; answers after `answerMs` by default. */
  respond: Respond;
  /** What hosts created from now on use instead of the ledger's own functions. */
  ledgerChanges: Partial<Ledger> = {};
  /** The platforms whose keys this host has. */
  connected: readonly PlatformId[] = ['claude_api', 'chatgpt_api', 'gemini_api'];
  scanRunner: BackgroundScanRunner;
  readonly #options: Required<WorldOptions>;

  constructor(options: WorldOptions = {}) {
    this.#options = {
      start: '2026-11-02T06:00:00Z',
      settings: {},
      prompts: 5,
      hostCeilingUsd: 1_000,
      pace: { maxInFlight: 4, maxPerMinute: 1_000 },
      answerMs: 2_000,
      ...options,
    };
    this.timers = new TestTimers(this.#options.start);
    this.promptIds = Array.from({ length: this.#options.prompts }, () => randomUUID());
    this.respond = (asked) => this.answer(asked);
    this.scanRunner = this.createHost();
  }

  /** Answers after the usual time. */
  async answer(asked: AskedOnce): Promise<Asked> {
    await this.timers.pause(this.#options.answerMs, new AbortController().signal);
    return answerTo(asked);
  }

  #platform(id: PlatformId): Platform {
    const isConnected = this.connected.includes(id);
    const name = knownPlatforms.find((platform) => platform.id === id)?.name ?? id;
    return {
      ...{ id, model: 'model-1', isConnected, estimate: 2 * cent, ...this.#options.pace },
      offered: {
        ...{ id, name, model: 'model-1', connected: isConnected, suggested: true },
        ...{ missing: isConnected ? null : `Set ${id.toUpperCase()}_KEY.`, invented: false },
        ...{ takesLocation: id !== 'gemini_api', takesNoLocation: true, estimateUsd: 0.02 },
      },
      canAskFrom: (region) => id !== 'gemini_api' || region === 'ZZ',
      ask: async ({ id: questionId, text, region }, { abort, cancel }) => {
        const asked = { id: questionId, platform: id, text, region, at: this.timers.now(), cancel };
        this.asked.push(asked);
        const aborted = Promise.withResolvers<Asked>();
        abort.addEventListener('abort', () =>
          aborted.resolve({ outcome: 'failed', reason: 'Abandoned.', cost: null, raw: null }),
        );
        return Promise.race([this.respond(asked), aborted.promise]);
      },
    };
  }

  /** Creates another host on the same store. */
  createHost(
    options: { isOn?: boolean; rawDays?: number; onlyOwn?: boolean } = {},
  ): BackgroundScanRunner {
    const { lookups, ledger } = this.store;
    return createScanRunner({
      store: {
        lookups,
        beginImport: (settings) => this.store.beginImport(settings),
        ledger: { ...ledger, ...this.ledgerChanges },
      },
      timers: this.timers,
      platformsOf: () =>
        (['claude_api', 'chatgpt_api', 'gemini_api'] as const).map((id) => this.#platform(id)),
      hostCeiling: this.#options.hostCeilingUsd * 100 * cent,
      isOn: options.isOn ?? true,
      onlyOwn: options.onlyOwn ?? false,
      rawDays: options.rawDays ?? 30,
      onError: (error) => this.errors.push(error),
      onPlatformError: (error) => this.platformErrors.push(error),
    });
  }

  #site(settings: Partial<ScanSettings> = {}): object {
    return {
      type: 'site',
      ...{ id: this.siteId, accountId: this.accountId, name: 'acme.example' },
      createdAt: this.#options.start,
      collection: { ...defaultSettings, ...this.#options.settings, ...settings },
    };
  }

  /** Changes fields of the site, and its settings, that the test began with. */
  changeSite(fields: object, settings: Partial<ScanSettings> = {}): Promise<void> {
    return this.write([{ ...this.#site(settings), ...fields }]);
  }

  /** Fills the store, and starts the host. */
  async begin(): Promise<this> {
    await this.write([
      { type: 'account', id: this.accountId, name: 'Acme', kind: 'business' },
      this.#site(),
      { type: 'brand', id: this.brandId, siteId: this.siteId, name: 'Acme', role: 'tracked' },
      ...this.promptIds.map((id, n) => ({
        type: 'prompt',
        ...{ id, siteId: this.siteId, text: `Question ${n + 1}` },
      })),
    ]);
    this.scanRunner.start();
    return this;
  }

  /** Stops the host. @returns how many milliseconds that took. */
  async close(): Promise<number> {
    let isClosed = false;
    const closing = this.scanRunner.close().then(() => {
      isClosed = true;
    });
    const ms = await this.timers.until(() => isClosed);
    await closing;
    return ms;
  }

  /** Imports records. */
  async write(records: readonly object[]): Promise<void> {
    await importMeasurements(this.store, recordInput('the test', records), {
      clock: () => this.timers.now(),
    });
  }

  get tenant() {
    return { accountId: this.accountId, clientId: null };
  }

  async subject(): Promise<ScanSubject> {
    const details = await this.store.site(this.tenant, this.siteId);
    if (!details) throw new Error('The site is gone.');
    const { site } = details;
    return {
      site,
      account: { id: this.accountId, sample: false },
      prompts: await this.store.setupPrompts(this.tenant, this.siteId),
      settings: site.collection && scanSettingsOf(site.collection),
    };
  }

  /** Requests a scan, as a person does. */
  async request(): Promise<LedgerScan> {
    return this.scanRunner.requestScan(await this.subject(), 'Test key');
  }

  /** Every scan of the site in the ledger, newest first. */
  scans(): Promise<readonly LedgerScan[]> {
    return this.store.ledger.scans(this.tenant, this.siteId, { after: null, limit: 100 });
  }

  /** Waits until a scan has ended. */
  async ended(scanId: string): Promise<LedgerScan> {
    const find = () => this.store.ledger.scan(this.tenant, this.siteId, scanId);
    await this.timers.until(async () => endSteps.includes((await find())?.step ?? 'queued'));
    const scan = await find();
    if (!scan) throw new Error('The scan is gone.');
    return scan;
  }

  /** The number of imported answers of a scan, by platform and region. */
  async imported(scanId: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for await (const batch of this.store.operatorReads.answersOfScan(this.siteId, scanId))
      for (const { platform, region } of batch)
        counts[`${platform} ${region}`] = (counts[`${platform} ${region}`] ?? 0) + 1;
    return counts;
  }
}

/** Stops the host, which must have reported no error. */
export async function settle(world: ScanWorld): Promise<void> {
  await world.close();
  expect(world.errors).toEqual([]);
}
