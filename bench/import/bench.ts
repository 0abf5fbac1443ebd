import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fillStore, startHost } from '../service/host-process.ts';
import { ids, scanDayOf } from '../service/world.ts';

const fileVariable = 'IMPORT_FILE';
const msBetweenCalls = 50;
const quietSeconds = 15;
const importCommand = resolve(import.meta.dirname, '../../src/host/commands/import.ts');

type CallKind = 'timeline' | 'clients' | 'health';
const kinds: readonly CallKind[] = ['timeline', 'clients', 'health'];

interface Target {
  url: string;
  key: string;
}

interface Latency {
  calls: number;
  failed: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  longest: number;
}
type Latencies = Record<CallKind, Latency>;

/** Returns a function that returns the next path of a kind. Each timeline path is different and covers all data. */
function createPathGenerator(kind: CallKind): () => string {
  let calls = 0;
  return () => {
    calls += 1;
    if (kind === 'health') return '/healthz';
    if (kind === 'clients') return '/v1/clients';
    return `/v1/sites/${ids.site}/reports/timeline?endDate=${scanDayOf(1_000 + calls)}`;
  };
}

function latencyOf(times: readonly number[], failed: number): Latency {
  const sorted = [...times].sort((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return {
    calls: times.length,
    failed,
    p50: quantile(0.5),
    p99: quantile(0.99),
    longest: quantile(1),
  };
}

/** Calls a host at a steady rate, without waiting for earlier responses, until `stopSignal` settles. */
async function callUntil(
  target: Target,
  paths: Readonly<Record<CallKind, () => string>>,
  stopSignal: Promise<unknown>,
): Promise<Latencies> {
  const times: Record<CallKind, number[]> = { timeline: [], clients: [], health: [] };
  const failed: Record<CallKind, number> = { timeline: 0, clients: 0, health: 0 };
  const headers = { Authorization: `Bearer ${target.key}` };
  const call = async (kind: CallKind, due: number) => {
    const response = await fetch(target.url + paths[kind](), { headers }).catch(() => null);
    await response?.arrayBuffer();
    times[kind].push(performance.now() - due);
    if (response?.status !== 200) failed[kind] += 1;
  };
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  stopSignal.then(end, end);
  const openCalls: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; !hasEnded; n += 1) {
    const due = began + n * msBetweenCalls;
    await pause(Math.max(0, due - performance.now()));
    const kind = kinds[n % kinds.length];
    if (kind) openCalls.push(call(kind, due));
  }
  await Promise.all(openCalls);
  return {
    timeline: latencyOf(times.timeline, failed.timeline),
    clients: latencyOf(times.clients, failed.clients),
    health: latencyOf(times.health, failed.health),
  };
}

/** Runs the import command on a running host's data folder. @returns the command's output. */
async function runImport(file: string, dataDir: string): Promise<string> {
  const child = spawn(process.execPath, [importCommand, file], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The import exited with ${code}.`);
  return output.trim();
}

const formatOneDecimal = (value: number) => value.toFixed(1);

function tableOf(rows: readonly [when: string, Latencies][], summary: string): string {
  const lines = rows.flatMap(([when, latencies]) =>
    kinds.map((kind) => {
      const { calls, failed, p50, p99, longest } = latencies[kind];
      return `| ${when} | ${kind} | ${calls} | ${failed} | ${formatOneDecimal(p50)} | ${formatOneDecimal(p99)} | ${formatOneDecimal(longest)} |`;
    }),
  );
  return [
    `One call every ${msBetweenCalls} ms, of three kinds in turn, on a site of 657,000 answers.`,
    '',
    '| | call | calls | failed | p50, ms | p99, ms | longest, ms |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
    summary,
  ].join('\n');
}

/** Measures the latency of calls to a host, without an import and while the file at IMPORT_FILE is imported. */
export async function benchImport(): Promise<{ table: string; results: unknown }> {
  const file = process.env[fileVariable];
  if (file === undefined || !existsSync(file)) {
    const reason = `Skipped: ${fileVariable} must be the path of a file to import.`;
    return { table: reason, results: null };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  try {
    const [key = ''] = await fillStore(dataDir, 365, 1);
    const host = await startHost(dataDir);
    try {
      const target = { url: host.url, key };
      const paths = {
        timeline: createPathGenerator('timeline'),
        clients: createPathGenerator('clients'),
        health: createPathGenerator('health'),
      };
      await callUntil(target, paths, pause(2_000));
      const quiet = await callUntil(target, paths, pause(quietSeconds * 1_000));
      const importing = runImport(resolve(file), dataDir);
      const busy = await callUntil(target, paths, importing);
      const summary = await importing;
      const rows: [string, Latencies][] = [
        ['no import', quiet],
        ['while importing', busy],
      ];
      return { table: tableOf(rows, summary), results: { quiet, busy, summary } };
    } finally {
      await host.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
