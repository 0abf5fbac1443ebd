import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import * as v from 'valibot';
import { TimelineReport } from '../../src/contract/resources.ts';
import { administrationOf } from '../../src/host/administration.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { catalogue, ids, plainAnswers, scanDayOf, toAnswerRecord } from './world.ts';

const scans = 365;
const platforms = 10;
const seconds = 10;
const warmUpSeconds = 3;
export const connections = 16;

export interface SocketResult {
  question: string;
  requestsASecond: number;
  p50: number;
  p99: number;
  bytes: number;
}

/** Fills a folder with the benchmark's site. @returns a key that opens it. */
export async function fill(dataDir: string): Promise<string> {
  const store = await openClickHouse({ dataDir });
  const writer = await store.beginImport();
  await writer.catalogue(catalogue(scans));
  for (let scan = 0; scan < scans; scan += 10) {
    const batch = Array.from({ length: Math.min(10, scans - scan) }, (_, n) => scan + n);
    await writer.answers(batch.flatMap((n) => [...plainAnswers(n)].map(toAnswerRecord)));
  }
  await writer.commit();
  const { key } = await administrationOf(store).createKey({
    name: 'bench',
    account: ids.account,
    client: null,
    scopes: [],
  });
  await store.close();
  return key;
}

/** Starts the host on a folder, as a process of its own. */
export async function startHost(dataDir: string) {
  const main = resolve(import.meta.dirname, '../../src/host/main.ts');
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, SAMPLE: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    const url = /Sightline is at (\S+)\n/.exec(said)?.[1];
    if (url !== undefined) {
      child.stdout.resume();
      return {
        url,
        async stop() {
          child.kill('SIGTERM');
          await once(child, 'exit');
        },
      };
    }
  }
  throw new Error(`the host did not start: ${said}`);
}

interface Load {
  url: string;
  headers: Record<string, string>;
  /** Each call gives the path of the next request. */
  path: () => string;
}

/** Answers of the right shape and size only: a fast refusal is no answer. */
async function checked({ url, headers, path }: Load): Promise<number> {
  const response = await fetch(url + path(), { headers });
  const body: unknown = await response.json();
  const { series } = v.parse(TimelineReport, body);
  if (series.length !== platforms || series.some((each) => each.points.length === 0)) {
    throw new Error(`the host answered ${response.status} with ${series.length} series`);
  }
  return JSON.stringify(body).length;
}

/** A load generator in C, since one in JavaScript takes more of the machine than the host it measures. */
const hasWrk = () => spawnSync('wrk', ['-v']).error === undefined;

const milliseconds = (text: string | undefined): number => {
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/.exec(text ?? '') ?? [];
  const scale: Partial<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };
  return Number(number) * (scale[unit ?? ''] ?? Number.NaN);
};

async function loadByWrk({ url, headers, path }: Load, forSeconds: number) {
  const options = Object.entries({ ...headers, 'Accept-Encoding': 'gzip' });
  const child = spawn(
    'wrk',
    [
      ...['-t1', `-c${connections}`, `-d${forSeconds}s`, '--latency'],
      ...options.flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      url + path(),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const said = await text(child.stdout);
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(said);
  return {
    requestsASecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]),
    p50: milliseconds(/50%\s+(\S+)/.exec(said)?.[1]),
    p99: milliseconds(/99%\s+(\S+)/.exec(said)?.[1]),
  };
}

async function loadByAutocannon({ url, headers, path }: Load, forSeconds: number) {
  const result = await autocannon({
    url,
    connections,
    duration: forSeconds,
    headers: { ...headers, 'Accept-Encoding': 'gzip' },
    requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(
      `${result.non2xx} refusals, ${result.errors} errors, ${result.timeouts} timeouts`,
    );
  }
  const { p50, p99 } = result.latency;
  return { requestsASecond: result.requests.average, p50, p99 };
}

type Generator = typeof loadByWrk;

async function measured(load: Load, by: Generator) {
  const bytes = await checked(load);
  await by(load, warmUpSeconds);
  return { bytes, ...(await by(load, seconds)) };
}

/** Requests a second through the host and a real socket: 10 series × 365 scans, cached and not. */
export async function benchSocket(): Promise<SocketResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  try {
    const key = await fill(dataDir);
    const host = await startHost(dataDir);
    const headers = { Authorization: `Bearer ${key}` };
    const path = `/v1/sites/${ids.site}/reports/timeline?groupBy=platform`;
    let asked = 0;
    const another = () => {
      asked += 1;
      // Bounds outside the data: every question is a new one, and every answer is whole.
      return `${path}&endDate=${scanDayOf(scans + asked)}`;
    };
    try {
      const cached = { url: host.url, headers, path: () => path };
      const notCached = { url: host.url, headers, path: another };
      const light = hasWrk();
      return [
        {
          question: `cached (load by ${light ? 'wrk' : 'autocannon'})`,
          ...(await measured(cached, light ? loadByWrk : loadByAutocannon)),
        },
        {
          question: 'not cached (load by autocannon)',
          ...(await measured(notCached, loadByAutocannon)),
        },
      ];
    } finally {
      await host.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
