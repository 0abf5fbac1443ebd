import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import * as v from 'valibot';
import { TimelineReport } from '../../src/contract/resources.ts';
import { fillStore, startHost } from './host-process.ts';
import { ids, scanDayOf } from './world.ts';

const platforms = 10;
const measuredSeconds = 10;
const warmUpSeconds = 3;
export const connections = 16;

export interface SocketResult {
  query: string;
  requestsPerSecond: number;
  /** Latencies in milliseconds. */
  p50: number;
  p99: number;
  /** The size of a decoded response. */
  bytes: number;
}

interface Load {
  url: string;
  headers: Record<string, string>;
  /** Returns the path of the next request. */
  nextPath: () => string;
}

/** Checks that a response is a complete timeline and not an error. @returns the size of its decoded body in bytes */
async function checkResponse({ url, headers, nextPath }: Load): Promise<number> {
  const response = await fetch(url + nextPath(), { headers });
  const body = await response.text();
  const { series } = v.parse(TimelineReport, JSON.parse(body));
  if (series.length !== platforms || series.some(({ points }) => points.length === 0)) {
    throw new Error(`The host returned ${response.status} with ${series.length} series.`);
  }
  return Buffer.byteLength(body);
}

/** wrk is preferred, because a load generator in JavaScript uses more CPU than the host. */
const hasWrk = () => spawnSync('wrk', ['-v']).error === undefined;

const parseMilliseconds = (duration: string | undefined): number => {
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/.exec(duration ?? '') ?? [];
  const scale: Partial<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };
  return Number(number) * (scale[unit ?? ''] ?? Number.NaN);
};

async function loadWithWrk({ url, headers, nextPath }: Load, forSeconds: number) {
  const allHeaders = Object.entries({ ...headers, 'Accept-Encoding': 'gzip' });
  const child = spawn(
    'wrk',
    [
      '-t1',
      `-c${connections}`,
      `-d${forSeconds}s`,
      '--latency',
      ...allHeaders.flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      url + nextPath(),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const output = await text(child.stdout);
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(output);
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p50: parseMilliseconds(/50%\s+(\S+)/.exec(output)?.[1]),
    p99: parseMilliseconds(/99%\s+(\S+)/.exec(output)?.[1]),
  };
}

async function loadWithAutocannon({ url, headers, nextPath }: Load, forSeconds: number) {
  const result = await autocannon({
    url,
    connections,
    duration: forSeconds,
    headers: { ...headers, 'Accept-Encoding': 'gzip' },
    requests: [{ setupRequest: (request) => ({ ...request, path: nextPath() }) }],
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(
      `${result.non2xx} error statuses, ${result.errors} errors, ${result.timeouts} timeouts`,
    );
  }
  const { p50, p99 } = result.latency;
  return { requestsPerSecond: result.requests.average, p50, p99 };
}

type LoadGenerator = typeof loadWithWrk;

async function measure(load: Load, generate: LoadGenerator) {
  const bytes = await checkResponse(load);
  await generate(load, warmUpSeconds);
  return { bytes, ...(await generate(load, measuredSeconds)) };
}

/** Measures requests per second through the host and a real socket: ten series, cached and not cached. */
export async function benchSocket(scans: number): Promise<SocketResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  try {
    const [key = ''] = await fillStore(dataDir, scans, 1);
    const host = await startHost(dataDir);
    const headers = { Authorization: `Bearer ${key}` };
    const path = `/v1/sites/${ids.site}/reports/timeline?groupBy=platform`;
    let requests = 0;
    const nextPath = () => {
      requests += 1;
      // End dates after the last scan, so that every query is new and covers all data.
      return `${path}&endDate=${scanDayOf(scans + requests)}`;
    };
    try {
      const cached = { url: host.url, headers, nextPath: () => path };
      const notCached = { url: host.url, headers, nextPath };
      const isWrkInstalled = hasWrk();
      return [
        {
          query: `cached (load by ${isWrkInstalled ? 'wrk' : 'autocannon'})`,
          ...(await measure(cached, isWrkInstalled ? loadWithWrk : loadWithAutocannon)),
        },
        {
          query: 'not cached (load by autocannon)',
          ...(await measure(notCached, loadWithAutocannon)),
        },
      ];
    } finally {
      await host.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
