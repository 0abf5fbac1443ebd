/**
 * Runs scans over stubs: `node scan-process.ts FOLDER`, with an IPC channel, through which it sends its figures. The
 * environment names the stubs.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { unknownEvidence } from '../../src/service/records/answer.ts';
import { scanSettingsOf } from '../../src/service/records/site.ts';
import { connectPlatforms } from '../../src/service/scans/connect-platforms.ts';
import { createScanRunner } from '../../src/service/scans/create-scan-runner.ts';
import { systemTimers } from '../../src/service/scans/timers.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { endSteps } from '../../src/service/store/ledger.ts';
import { recordsOfSite } from './records.ts';

/** The figures of a run. */
export interface ScanBenchFigures {
  /** From the request to the imported scan. */
  questions: number;
  seconds: number;
  /** Megabytes of resident memory before the scan, and at most during it. */
  restMb: number;
  peakMb: number;
  /** The longest time for which the process did nothing else, in milliseconds. */
  longestStallMs: number;
  /** The questions of a scan that is gone on with, and how long the first new question takes after the start. */
  resumedQuestions: number;
  resumedMs: number;
}

const [folder = ''] = process.argv.slice(2);
const store = await openClickHouse({ dataDir: folder });
const timers = systemTimers(Date.now);
const accountId = randomUUID();
const tenant = { accountId, clientId: null };

/** Asks the stubs, and remembers when it first did. */
let firstAskedAt: number | null = null;
const countingFetch: typeof fetch = (...args) => {
  firstAskedAt ??= performance.now();
  return fetch(...args);
};
const createHost = () =>
  createScanRunner({
    store,
    timers,
    platformsOf: connectPlatforms({
      ...{ fetch: countingFetch, inventedFetch: null, timers },
      environment: process.env,
    }),
    ...{ hostCeiling: 1e15, isOn: true, rawDays: 30 },
    onError: (error) => {
      throw error;
    },
  });

/** Stores a site that asks prompts × 2 regions on three platforms, and returns how it is asked. */
async function addSite(prompts: number) {
  const siteId = randomUUID();
  await importMeasurements(
    store,
    recordInput('the site', recordsOfSite({ accountId, siteId }, prompts)),
  );
  const details = await store.site(tenant, siteId);
  if (!details) throw new Error('The site is not stored.');
  return {
    site: details.site,
    account: { id: accountId, sample: false },
    prompts: await store.setupPrompts(tenant, siteId),
    settings: details.site.collection && scanSettingsOf(details.site.collection),
  };
}

const rssMb = () => process.memoryUsage.rss() / 1e6;

async function runScan(prompts: number) {
  const subject = await addSite(prompts);
  const host = createHost();
  host.start();
  await pause(3_000);
  const restMb = rssMb();
  let [peakMb, longestStallMs] = [0, 0];
  let lookedAt = performance.now();
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, rssMb());
    longestStallMs = Math.max(longestStallMs, performance.now() - lookedAt - 20);
    lookedAt = performance.now();
  }, 20);
  const began = performance.now();
  const { id, siteId } = await host.requestScan(subject, 'Benchmark');
  for (;;) {
    const scan = await store.ledger.scan(tenant, siteId, id);
    if (scan?.step === 'completed') break;
    if (scan && endSteps.includes(scan.step)) throw new Error(scan.remark);
    await pause(100);
  }
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(watch);
  await host.close();
  return { questions: prompts * 6, seconds, restMb, peakMb, longestStallMs };
}

/** Continues a scan in which all but six questions have been asked. */
async function resumeScan(prompts: number) {
  const subject = await addSite(prompts);
  const { plan, questions } = await createHost().outlook(subject);
  const scanId = randomUUID();
  const { id: siteId, accountId } = subject.site;
  const at = Date.now();
  const ids = { id: scanId, accountId, siteId };
  const request = { ...ids, createdAt: at, dueAt: null, requestedBy: '', plan };
  const lease = await store.ledger.takeLease(new AbortController().signal);
  await store.ledger.requestScan(request);
  await store.ledger.addStep(request, 'running', at);
  const sent = Array.from({ length: questions - 6 }, (_, question) => ({
    ...{ accountId, siteId, scanId, question, attempt: 1, at, estimate: 1_000 },
    ...{ platform: 'chatgpt_api', region: 'DE' },
  }));
  await store.ledger.startQuestions(lease, sent);
  const text = 'Acme is one of them. '.repeat(50);
  const answer = { ...unknownEvidence, text, searched: true };
  await store.ledger.endQuestions(
    sent.map(({ estimate, ...start }) => ({
      ...{ ...start, outcome: 'answered', cost: 1_000, reason: '', raw: null },
      answer,
    })),
  );
  await lease.end();
  firstAskedAt = null;
  const began = performance.now();
  const host = createHost();
  host.start();
  while (firstAskedAt === null) await pause(1);
  const resumedMs = firstAskedAt - began;
  await host.close();
  return { resumedQuestions: questions, resumedMs };
}

const scan = await runScan(80);
const resumed = await resumeScan(1_666);
await store.close();
const figures: ScanBenchFigures = { ...scan, ...resumed };
process.send?.(figures, () => process.disconnect());
