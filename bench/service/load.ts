import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fill, type HostProcess, startHost } from './host-process.ts';
import { benchSocket, type SocketResult } from './socket.ts';
import { answersAScan, ids, scanDayOf } from './world.ts';

const connections = 100;
const beside = { scans: 334, seconds: 20 };
const throughputScans = 180;
const questions = 20_000;
const questionBytes = 30_000;
/** How many of the long questions are asked at the same time. */
const asked = 8;
/** In milliseconds, after which what a host holds counts as held at rest. */
const restMs = 30_000;

interface Latency {
  call: string;
  calls: number;
  p50: number;
  p99: number;
  longest: number;
  failures: number;
}

/** Other calls beside one key's hundred connections, and how many responses of that key had which status. */
interface Greedy {
  others: Latency[];
  statuses: Record<string, number>;
}

interface LoadResult {
  besideGreedy: Greedy;
  besideLeaving: Greedy;
  /** From when a hundred and fifty clients have left until another key's report is there, in milliseconds. */
  afterAbandoned: number;
  residentMiB: {
    started: number;
    rested: number;
    beforeQuestions: number;
    afterQuestions: number;
  };
  socket: SocketResult[];
}

const mebibytes = (bytes: number) => bytes / 2 ** 20;

function latencyOf(call: string, times: readonly number[], failures: number): Latency {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { call, calls: times.length, p50: at(0.5), p99: at(0.99), longest: at(1), failures };
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const timeline = `/v1/sites/${ids.site}/reports/timeline`;

/**
 * What another key does meanwhile, call by call.
 * @param firstDay of the distinct timelines, so that none is in the cache from before.
 */
function callsOf(
  url: string,
  key: string,
  firstDay: number,
): Record<string, (n: number) => Promise<Response>> {
  const signIn = { method: 'POST', body: JSON.stringify({ apiKey: key }) };
  return {
    'uncached timeline': (n) =>
      fetch(`${url}${timeline}?startDate=2010-01-01&endDate=${scanDayOf(firstDay + n)}`, {
        headers: bearer(key),
      }),
    filters: () => fetch(`${url}/v1/sites/${ids.site}/filters`, { headers: bearer(key) }),
    '/v1/clients': () => fetch(`${url}/v1/clients`, { headers: bearer(key) }),
    'sign-in': () =>
      fetch(`${url}/session`, { ...signIn, headers: { 'Content-Type': 'application/json' } }),
    '/healthz': () => fetch(`${url}/healthz`),
  };
}

async function measureCalls(url: string, key: string, firstDay: number): Promise<Latency[]> {
  const end = performance.now() + beside.seconds * 1000;
  const measured = Object.entries(callsOf(url, key, firstDay)).map(async ([name, call]) => {
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
  return Promise.all(measured);
}

/** Another key's calls while one key has a hundred connections that ask for distinct timelines, and wait or leave. */
async function benchGreedy(
  host: HostProcess,
  [greedy = '', other = '']: readonly string[],
  manner: 'staying' | 'leaving',
): Promise<Greedy> {
  const script = resolve(import.meta.dirname, 'greedy.ts');
  const options = [script, host.url, greedy, String(connections), manner];
  const child = spawn(process.execPath, options, { stdio: ['pipe', 'pipe', 'inherit'] });
  const said = text(child.stdout);
  await pause(3_000);
  const others = await measureCalls(host.url, other, manner === 'leaving' ? 22_000 : 20_000);
  child.stdin.end();
  return { others, statuses: JSON.parse(await said) };
}

/** How long another key waits for its report once a hundred and fifty clients have asked and left. */
async function benchAbandoned(host: HostProcess, [greedy = '', other = '']: readonly string[]) {
  const leaving = new AbortController();
  const requests = Array.from({ length: 150 }, (_, n) =>
    fetch(`${host.url}${timeline}?endDate=${scanDayOf(30_000 + n)}`, {
      headers: bearer(greedy),
      signal: leaving.signal,
    }).catch(() => null),
  );
  await pause(200);
  leaving.abort();
  await Promise.all(requests);
  const began = performance.now();
  const path = `${timeline}?endDate=${scanDayOf(40_000)}`;
  const response = await fetch(host.url + path, { headers: bearer(other) });
  await response.arrayBuffer();
  return performance.now() - began;
}

/** Asks thousands of distinct long questions of a small site. */
async function askLong(url: string, key: string): Promise<void> {
  const long = 'x'.repeat(questionBytes);
  let next = 0;
  const askOn = async () => {
    for (;;) {
      const n = next;
      next += 1;
      if (n >= questions) return;
      const response = await fetch(`${url}${timeline}?tag=${n}${long}`, { headers: bearer(key) });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`the host answered ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: asked }, askOn));
}

async function withHost<T>(
  scans: number,
  measure: (host: HostProcess, keys: readonly string[]) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  try {
    const keys = await fill(dataDir, scans, 2);
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

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

function greedyTable(title: string, { others, statuses }: Greedy): string[] {
  return [
    `| ${title}, ${whole.format(beside.scans * answersAScan)} answers | p50 | p99 | longest | calls | failures |`,
    '|---|---|---|---|---|---|',
    ...others.map(
      (each) =>
        `| ${each.call} | ${each.p50.toFixed(0)} ms | ${each.p99.toFixed(0)} ms | ${each.longest.toFixed(0)} ms | ${each.calls} | ${each.failures} |`,
    ),
    '',
    `Of the greedy key, responses by status: ${JSON.stringify(statuses)}.`,
    '',
  ];
}

function tableOf(result: LoadResult): string {
  const { residentMiB: resident } = result;
  const growth = resident.afterQuestions - resident.beforeQuestions;
  return [
    ...greedyTable(`beside one key with ${connections} connections`, result.besideGreedy),
    ...greedyTable('beside as many that leave within 300 ms', result.besideLeaving),
    `After 150 abandoned requests another key’s report took ${result.afterAbandoned.toFixed(0)} ms.`,
    '',
    '| resident memory | MiB |',
    '|---|---|',
    `| just started | ${whole.format(resident.started)} |`,
    `| ${restMs / 1000} s after that | ${whole.format(resident.rested)} |`,
    `| before ${whole.format(questions)} distinct questions of ${whole.format(questionBytes)} bytes, one scan | ${whole.format(resident.beforeQuestions)} |`,
    `| after them | ${whole.format(resident.afterQuestions)} (${growth < 0 ? '−' : '+'}${whole.format(Math.abs(growth))}) |`,
    '',
    `| through the host, ${whole.format(throughputScans * answersAScan)} answers | requests a second | p50 | p99 |`,
    '|---|---|---|---|',
    ...result.socket.map(
      (each) =>
        `| ${each.question} | ${whole.format(each.requestsASecond)} | ${each.p50} ms | ${each.p99} ms |`,
    ),
  ].join('\n');
}

/** Fair shares: what one key’s load does to others and to memory, and what the host serves at most. */
export async function benchLoad(): Promise<{ table: string; results: unknown }> {
  const greedy = await withHost(beside.scans, async (host, keys) => {
    const started = host.resident();
    await pause(restMs);
    const rested = host.resident();
    const besideGreedy = await benchGreedy(host, keys, 'staying');
    const afterAbandoned = await benchAbandoned(host, keys);
    const besideLeaving = await benchGreedy(host, keys, 'leaving');
    return { besideGreedy, besideLeaving, afterAbandoned, started, rested };
  });
  const long = await withHost(1, async (host, [key = '']) => {
    const path = `${host.url}${timeline}`;
    await (await fetch(path, { headers: bearer(key) })).arrayBuffer();
    await pause(restMs);
    const before = host.resident();
    await askLong(host.url, key);
    await pause(restMs);
    return { before, after: host.resident() };
  });
  const { started, rested, ...others } = greedy;
  const results: LoadResult = {
    ...others,
    residentMiB: {
      started: mebibytes(started),
      rested: mebibytes(rested),
      beforeQuestions: mebibytes(long.before),
      afterQuestions: mebibytes(long.after),
    },
    socket: await benchSocket(throughputScans),
  };
  return { table: tableOf(results), results };
}
