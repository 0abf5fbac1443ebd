import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fillStore, type HostProcess, startHost } from './host-process.ts';
import { benchSocket, type SocketResult } from './socket.ts';
import { answersPerScan, ids, scanDayOf } from './world.ts';

const connectionCount = 100;
const fairness = { scans: 334, seconds: 20 };
const throughputScans = 180;
const longQueryCount = 20_000;
const queryBytes = 30_000;
const concurrentLongQueries = 8;
/** How long the host is idle before each measurement of its memory, except the one right after its start. */
const restMs = 30_000;

interface Latency {
  call: string;
  calls: number;
  /** Milliseconds, as are `p99` and `longest`. */
  p50: number;
  p99: number;
  longest: number;
  failures: number;
}

interface GreedyResult {
  /** Latencies of another key's calls while the greedy key uses a hundred connections. */
  others: Latency[];
  /** The numbers of the greedy key's responses by status, or by error code. */
  statuses: Record<string, number>;
}

interface LoadResult {
  besideGreedy: GreedyResult;
  besideDisconnecting: GreedyResult;
  /** Milliseconds until another key gets its report, after the clients of 150 requests have disconnected. */
  afterAbandoned: number;
  residentMiB: {
    started: number;
    rested: number;
    beforeQueries: number;
    afterQueries: number;
  };
  socket: SocketResult[];
}

const toMebibytes = (bytes: number) => bytes / 2 ** 20;

function latencyOf(call: string, times: readonly number[], failures: number): Latency {
  const sorted = [...times].sort((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return {
    call,
    calls: times.length,
    p50: quantile(0.5),
    p99: quantile(0.99),
    longest: quantile(1),
    failures,
  };
}

const toHeaders = (key: string) => ({ Authorization: `Bearer ${key}` });
const timelinePath = `/v1/sites/${ids.site}/reports/timeline`;

/**
 * The calls of another key, by name.
 * @param firstDay makes the timelines differ from earlier ones, which are cached.
 */
function callsOf(
  url: string,
  key: string,
  firstDay: number,
): Record<string, (n: number) => Promise<Response>> {
  const signIn = { method: 'POST', body: JSON.stringify({ apiKey: key }) };
  return {
    'uncached timeline': (n) =>
      fetch(`${url}${timelinePath}?startDate=2010-01-01&endDate=${scanDayOf(firstDay + n)}`, {
        headers: toHeaders(key),
      }),
    filters: () => fetch(`${url}/v1/sites/${ids.site}/filters`, { headers: toHeaders(key) }),
    '/v1/clients': () => fetch(`${url}/v1/clients`, { headers: toHeaders(key) }),
    'sign-in': () =>
      fetch(`${url}/session`, { ...signIn, headers: { 'Content-Type': 'application/json' } }),
    '/healthz': () => fetch(`${url}/healthz`),
  };
}

async function measureCalls(url: string, key: string, firstDay: number): Promise<Latency[]> {
  const end = performance.now() + fairness.seconds * 1000;
  const latencies = Object.entries(callsOf(url, key, firstDay)).map(async ([name, call]) => {
    const times: number[] = [];
    let failures = 0;
    for (let n = 0; performance.now() < end; n += 1) {
      const began = performance.now();
      try {
        const response = await call(n);
        await response.arrayBuffer();
        if (!response.ok) failures += 1;
      } catch {
        failures += 1;
      }
      times.push(performance.now() - began);
      await pause(20);
    }
    return latencyOf(name, times, failures);
  });
  return Promise.all(latencies);
}

/** Measures another key's calls while one key requests distinct timelines over a hundred connections. */
async function benchGreedy(
  host: HostProcess,
  [greedy = '', other = '']: readonly string[],
  manner: 'waiting' | 'disconnecting',
): Promise<GreedyResult> {
  const script = resolve(import.meta.dirname, 'greedy.ts');
  const options = [script, host.url, greedy, String(connectionCount), manner];
  const child = spawn(process.execPath, options, { stdio: ['pipe', 'pipe', 'inherit'] });
  const output = text(child.stdout);
  await pause(3_000);
  const others = await measureCalls(host.url, other, manner === 'disconnecting' ? 22_000 : 20_000);
  child.stdin.end();
  return { others, statuses: JSON.parse(await output) };
}

/** Milliseconds that another key waits for its report after the clients of 150 requests have disconnected. */
async function benchAbandoned(host: HostProcess, [greedy = '', other = '']: readonly string[]) {
  const disconnectController = new AbortController();
  const requests = Array.from({ length: 150 }, (_, n) =>
    fetch(`${host.url}${timelinePath}?endDate=${scanDayOf(30_000 + n)}`, {
      headers: toHeaders(greedy),
      signal: disconnectController.signal,
    }).catch(() => null),
  );
  await pause(200);
  disconnectController.abort();
  await Promise.all(requests);
  const began = performance.now();
  const path = `${timelinePath}?endDate=${scanDayOf(40_000)}`;
  const response = await fetch(host.url + path, { headers: toHeaders(other) });
  await response.arrayBuffer();
  return performance.now() - began;
}

/** Requests thousands of timelines of a small site with distinct long queries. */
async function sendLongQueries(url: string, key: string): Promise<void> {
  const long = 'x'.repeat(queryBytes);
  let next = 0;
  const sendNext = async () => {
    for (;;) {
      const n = next;
      next += 1;
      if (n >= longQueryCount) return;
      const response = await fetch(`${url}${timelinePath}?tag=${n}${long}`, {
        headers: toHeaders(key),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The host returned ${response.status}.`);
    }
  };
  await Promise.all(Array.from({ length: concurrentLongQueries }, sendNext));
}

async function withHost<T>(
  scans: number,
  measure: (host: HostProcess, keys: readonly string[]) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  try {
    const keys = await fillStore(dataDir, scans, 2);
    const host = await startHost(dataDir);
    try {
      return await measure(host, keys);
    } finally {
      await host.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const wholeFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

function greedyTableOf(title: string, { others, statuses }: GreedyResult): string[] {
  return [
    `| ${title}, ${wholeFormat.format(fairness.scans * answersPerScan)} answers | p50 | p99 | longest | calls | failures |`,
    '|---|---|---|---|---|---|',
    ...others.map(
      (latency) =>
        `| ${latency.call} | ${latency.p50.toFixed(0)} ms | ${latency.p99.toFixed(0)} ms | ${latency.longest.toFixed(0)} ms | ${latency.calls} | ${latency.failures} |`,
    ),
    '',
    `The greedy key’s responses by status: ${JSON.stringify(statuses)}.`,
    '',
  ];
}

function tableOf(result: LoadResult): string {
  const { residentMiB: resident } = result;
  const growth = resident.afterQueries - resident.beforeQueries;
  return [
    ...greedyTableOf(
      `during load from one key, ${connectionCount} connections`,
      result.besideGreedy,
    ),
    ...greedyTableOf(
      'during load from as many connections, each closed within 300 ms',
      result.besideDisconnecting,
    ),
    `After 150 abandoned requests another key’s report took ${result.afterAbandoned.toFixed(0)} ms.`,
    '',
    '| resident memory | MiB |',
    '|---|---|',
    `| just started | ${wholeFormat.format(resident.started)} |`,
    `| ${restMs / 1000} s after that | ${wholeFormat.format(resident.rested)} |`,
    `| before ${wholeFormat.format(longQueryCount)} distinct queries of ${wholeFormat.format(queryBytes)} bytes, one scan | ${wholeFormat.format(resident.beforeQueries)} |`,
    `| after them | ${wholeFormat.format(resident.afterQueries)} (${growth < 0 ? '−' : '+'}${wholeFormat.format(Math.abs(growth))}) |`,
    '',
    `| through the host, ${wholeFormat.format(throughputScans * answersPerScan)} answers | requests per second | p50 | p99 |`,
    '|---|---|---|---|',
    ...result.socket.map(
      ({ query, requestsPerSecond, p50, p99 }) =>
        `| ${query} | ${wholeFormat.format(requestsPerSecond)} | ${p50} ms | ${p99} ms |`,
    ),
  ].join('\n');
}

/** Measures how one key's load affects other keys and memory, and the host's maximum throughput. */
export async function benchLoad(): Promise<{ table: string; results: unknown }> {
  const greedy = await withHost(fairness.scans, async (host, keys) => {
    const started = host.residentBytes();
    await pause(restMs);
    const rested = host.residentBytes();
    const besideGreedy = await benchGreedy(host, keys, 'waiting');
    const afterAbandoned = await benchAbandoned(host, keys);
    const besideDisconnecting = await benchGreedy(host, keys, 'disconnecting');
    return { besideGreedy, besideDisconnecting, afterAbandoned, started, rested };
  });
  const memory = await withHost(1, async (host, [key = '']) => {
    const path = `${host.url}${timelinePath}`;
    await (await fetch(path, { headers: toHeaders(key) })).arrayBuffer();
    await pause(restMs);
    const before = host.residentBytes();
    await sendLongQueries(host.url, key);
    await pause(restMs);
    return { before, after: host.residentBytes() };
  });
  const { started, rested, ...others } = greedy;
  const results: LoadResult = {
    ...others,
    residentMiB: {
      started: toMebibytes(started),
      rested: toMebibytes(rested),
      beforeQueries: toMebibytes(memory.before),
      afterQueries: toMebibytes(memory.after),
    },
    socket: await benchSocket(throughputScans),
  };
  return { table: tableOf(results), results };
}
