import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import * as v from 'valibot';
import { TimelineReport } from '../../src/contract/resources.ts';
import { fill, startHost } from './host-process.ts';
import { ids, scanDayOf } from './world.ts';

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

/** Requests a second through the host and a real socket: ten series over the scans, cached and not. */
export async function benchSocket(scans: number): Promise<SocketResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  try {
    const [key = ''] = await fill(dataDir, scans, 1);
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
