import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { startHost } from '../service/host-process.ts';
import { isAsExpected, readingCalls, setupCalls } from './calls.ts';
import type { Load, LoadResult } from './load.ts';
import type { LongestStretch } from './watch-thread.ts';
import { clients, fillStore, ids } from './world.ts';

const connectionsPerKey = 50;
const warmUpMs = 10_000;
const measuredMs = 30_000;
const msBetweenCalls = 20;

/** Times of calls beside the load, in milliseconds. */
interface Times {
  calls: number;
  failures: number;
  p50: number;
  p95: number;
  longest: number;
}

interface LightResult {
  otherClients: Times;
  healthz: Times;
  stretch: LongestStretch;
  /** The longest stretch during each call by itself. */
  stretchOf: Record<string, LongestStretch>;
  residentMiB: { before: number; most: number };
  responses: LoadResult;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

const toHeaders = (key: string) => ({ Authorization: `Bearer ${key}` });

const Setup = v.looseObject({
  revision: v.string(),
  brands: v.array(v.looseObject({})),
  prompts: v.array(v.looseObject({})),
});

async function readSetup(url: string, key: string, siteId: string) {
  const response = await fetch(url + pathTo('setup', { siteId }), { headers: toHeaders(key) });
  return v.parse(Setup, await response.json());
}

const ClientList = v.object({ data: v.array(v.unknown()) });

/** Reads the other account's clients. @throws if they are not all there. */
async function readClients(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}${pathTo('clients', {})}?limit=100`, {
    headers: toHeaders(key),
  });
  const { data } = v.parse(ClientList, await response.json());
  if (data.length !== clients) throw new Error(`There are ${data.length} clients.`);
}

async function readHealth(url: string): Promise<void> {
  const response = await fetch(`${url}/healthz`);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The host is not healthy: ${response.status}.`);
}

/** Repeats a call at a steady rate. */
async function timeCalls(call: () => Promise<void>): Promise<Times> {
  const times: number[] = [];
  let failures = 0;
  const end = performance.now() + measuredMs;
  while (performance.now() < end) {
    const began = performance.now();
    await call().catch(() => {
      failures += 1;
    });
    times.push(performance.now() - began);
    await pause(msBetweenCalls);
  }
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
  return {
    ...{ calls: times.length, failures },
    ...{ p50: quantile(0.5), p95: quantile(0.95), longest: quantile(1) },
  };
}

/** Makes calls on many connections, in a process of its own, while something is measured. */
async function besideLoad<T>(load: Load, measure: () => Promise<T>) {
  const child = fork(join(import.meta.dirname, 'load.ts'));
  const reported = once(child, 'message');
  child.send(load);
  await pause(warmUpMs);
  const measured = await measure();
  child.send('end');
  const [responses] = (await reported) as [LoadResult];
  return { measured, responses };
}

/** Makes each call by itself, and measures how long it holds the host's thread. */
async function measureEach(
  url: string,
  sets: Load['sets'],
  longestStretch: () => Promise<LongestStretch>,
): Promise<Record<string, LongestStretch>> {
  const stretches: Record<string, LongestStretch> = {};
  for (const { key, calls } of sets)
    for (const call of calls) {
      const { name, path, method, body } = call;
      const headers = { ...toHeaders(key), 'Content-Type': 'application/json' };
      await pause(300);
      await longestStretch();
      const response = await fetch(url + path, { method, headers, ...(body && { body }) });
      const bytes = Buffer.from(await response.arrayBuffer());
      stretches[name] = await longestStretch();
      if (!isAsExpected(call, { status: response.status, body: bytes }))
        throw new Error(`A call that ${name} gave ${response.status}: ${bytes.subarray(0, 300)}`);
    }
  return stretches;
}

/** @throws if a response under load was not what it must be. Connections that ended without one are in the table. */
function requireWork(responses: LoadResult): void {
  for (const [name, counts] of Object.entries(responses))
    if (counts['wrong'] !== undefined)
      throw new Error(`A call that ${name} gave ${JSON.stringify(counts)}.`);
}

const formatMs = (ms: number) => `${ms.toFixed(0)} ms`;

function tableOf(result: LightResult): string {
  const timesRow = (name: string, { p50, p95, longest, calls, failures }: Times) =>
    `| ${name} | ${formatMs(p50)} | ${formatMs(p95)} | ${formatMs(longest)} | ${calls} | ${failures} |`;
  const total = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ');
  return [
    `| beside ${2 * connectionsPerKey} connections | p50 | p95 | longest | calls | failures |`,
    '|---|---:|---:|---:|---:|---:|',
    timesRow('another account’s clients', result.otherClients),
    timesRow('`/healthz`', result.healthz),
    '',
    `The longest stretch of the host’s thread: ${formatMs(result.stretch.processor)} of processor time, ${formatMs(result.stretch.clock)} by the clock.`,
    `Resident memory: ${result.residentMiB.before.toFixed(0)} MiB before, at most ${result.residentMiB.most.toFixed(0)} MiB.`,
    '',
    '| a call that … | longest stretch by itself, processor time | by the clock | responses under load |',
    '|---|---:|---:|---|',
    ...Object.entries(result.stretchOf).map(
      ([name, { processor, clock }]) =>
        `| ${name} | ${formatMs(processor)} | ${formatMs(clock)} | ${total(result.responses[name] ?? {})} |`,
    ),
  ].join('\n');
}

/**
 * Measures whether the dearest calls of two keys of one account hold up another account: how long its list of clients
 * and `/healthz` take meanwhile, and for how long the host's thread does nothing else.
 */
export async function benchLight(): Promise<{ table: string; results: LightResult }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-light-'));
  try {
    const { setupKey, readingKey, otherKey } = await fillStore(dataDir);
    const watchPort = await findFreePort();
    const watchFile = pathToFileURL(join(import.meta.dirname, 'watch-thread.ts')).href;
    const host = await startHost(dataDir, {
      ...{ NODE_OPTIONS: `--import=${watchFile}`, WATCH_PORT: String(watchPort) },
    });
    const longestStretch = async (): Promise<LongestStretch> =>
      (await (await fetch(`http://127.0.0.1:${watchPort}`)).json()) as LongestStretch;
    try {
      const { url } = host;
      const readOwn = (siteId: string) => readSetup(url, setupKey, siteId);
      const calls = setupCalls(await readOwn(ids.long), await readOwn(ids.classified));
      const sets = [
        { key: setupKey, calls, connections: connectionsPerKey },
        { key: readingKey, calls: readingCalls(), connections: connectionsPerKey },
      ];
      const before = host.residentBytes();
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, host.residentBytes());
      }, 100);
      await measureEach(url, sets, longestStretch);
      const stretchOf = await measureEach(url, sets, longestStretch);
      const { measured, responses } = await besideLoad({ url, sets }, async () => {
        await longestStretch();
        const times = await Promise.all([
          timeCalls(() => readClients(url, otherKey)),
          timeCalls(() => readHealth(url)),
        ]);
        return { times, stretch: await longestStretch() };
      });
      clearInterval(watch);
      requireWork(responses);
      const [otherClients, healthz] = measured.times;
      const residentMiB = { before: before / 2 ** 20, most: most / 2 ** 20 };
      const { stretch } = measured;
      const results = { otherClients, healthz, stretch, stretchOf, residentMiB, responses };
      return { table: tableOf(results), results };
    } finally {
      await host.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
