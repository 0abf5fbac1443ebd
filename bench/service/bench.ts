import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { importMeasurements } from '../../src/service/import/import.ts';
import { fileInput } from '../../src/service/import/input.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { Store, TimelineCounts, TimelineScope } from '../../src/service/store/store.ts';
import { everyAnswerScope } from '../../tests/setup/scopes.ts';
import { compare, formatTiming, type Timing } from '../measure.ts';
import { benchSocket, connections, type SocketResult } from './socket.ts';
import { answersPerScan, createImportLines, ids } from './world.ts';

/** Numbers of scans; 180 scans have 324,000 answers. */
export const sizes = [180, 1_800, 5_580];
const socketScans = 365;
export const queries = ['brand', 'platform', 'region', 'filtered'] as const;
export type Query = (typeof queries)[number];

const trackedBrand = [ids.brand(0)];
const scopes: Record<Query, TimelineScope> = {
  brand: { ...everyAnswerScope },
  platform: { ...everyAnswerScope, groupBy: 'platform', brandIds: trackedBrand },
  region: { ...everyAnswerScope, groupBy: 'region', brandIds: trackedBrand },
  filtered: {
    ...everyAnswerScope,
    tag: ['tag-1'],
    persona: ['persona-0'],
  },
};
const tenant = { accountId: ids.account, clientId: null };
const readTimeline = (store: Store, query: Query) =>
  store.timeline(tenant, ids.site, scopes[query]);

/** Totals on which both engines must agree: answers, mentions, mentions with a sentiment, sum of sentiments. */
export type Totals = [number, number, number, number];
export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const totalsOfCounts = ({ answers, brands }: TimelineCounts): Totals => [
  sum(answers.answers),
  sum(brands.mentions),
  sum(brands.sentiments),
  sum(brands.sentimentSum),
];

async function readFolderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return sum(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size),
  );
}

export interface SizeResult {
  answers: number;
  importAnswersPerSecond: number;
  /** Peak resident memory of this process since it started, including earlier sizes and the queries. */
  processPeakMiB: number;
  bytesPerAnswer: number;
  /** Milliseconds. */
  cold: Record<Query, number>;
  warm: Record<Query, Timing>;
}

/** Yields the import file in chunks of `answersPerScan` lines. */
function* createImportText(scans: number): Generator<string> {
  let batch: string[] = [];
  for (const line of createImportLines(scans)) {
    batch.push(line);
    if (batch.length < answersPerScan) continue;
    yield `${batch.join('\n')}\n`;
    batch = [];
  }
  yield `${batch.join('\n')}\n`;
}

/** Imports scans into a new store. The caller removes the folder. */
export async function importScans(scans: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const file = join(dataDir, 'measurements.ndjson.gz');
  await pipeline(
    Readable.from(createImportText(scans)),
    createGzip({ level: 1 }),
    createWriteStream(file),
  );
  const store = await openClickHouse({ dataDir });
  const importStart = performance.now();
  const { answers } = await importMeasurements(store, fileInput(file));
  const seconds = (performance.now() - importStart) / 1000;
  await store.close();
  return { dataDir, answers, answersPerSecond: answers / seconds };
}

/**
 * Times a timeline in a warm store, in turns with a competitor if there is one.
 * @throws Error if they count differently
 */
export async function compareTimelines(
  store: Store,
  scans: number,
  query: Query,
  competitors: Readonly<Record<string, () => Promise<Totals>>> = {},
): Promise<Record<string, Timing>> {
  const sightline = async () => totalsOfCounts(await readTimeline(store, query));
  const expected = await sightline();
  const check = (name: string, totals: Totals) => {
    if (totals.join() !== expected.join()) {
      throw new Error(`${name} counted ${totals} where ${expected} was expected (${query})`);
    }
  };
  const isLarge = scans > 1_000;
  return compare(
    { sightline, ...competitors },
    { rounds: isLarge ? 5 : 15, warmUp: isLarge ? 1 : 3, check },
  );
}

async function benchSize(scans: number): Promise<SizeResult> {
  const { dataDir, answers, answersPerSecond } = await importScans(scans);
  const bytes = await readFolderSize(join(dataDir, 'clickhouse', 'store'));

  // Cold: the first query after opening the folder.
  const cold: Partial<Record<Query, number>> = {};
  for (const query of queries) {
    const store = await openClickHouse({ dataDir });
    const queryStart = performance.now();
    await readTimeline(store, query);
    cold[query] = performance.now() - queryStart;
    await store.close();
  }

  const store = await openClickHouse({ dataDir });
  const warm: Partial<SizeResult['warm']> = {};
  for (const query of queries) {
    const { sightline } = await compareTimelines(store, scans, query);
    if (!sightline) throw new Error('Sightline was not timed.');
    warm[query] = sightline;
  }
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
  return {
    answers: scans * answersPerScan,
    importAnswersPerSecond: answersPerSecond,
    processPeakMiB: process.resourceUsage().maxRSS / 1024,
    bytesPerAnswer: bytes / answers,
    cold: cold as SizeResult['cold'],
    warm: warm as SizeResult['warm'],
  };
}

export const wholeFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

function tableOf(results: readonly SizeResult[]): string {
  const lines = ['| answers | query | warm | cold |', '|---|---|---|---|'];
  for (const result of results) {
    for (const query of queries) {
      lines.push(
        `| ${wholeFormat.format(result.answers)} | ${query} | ${formatTiming(result.warm[query])} | ${result.cold[query].toFixed(0)} ms |`,
      );
    }
  }
  lines.push(
    '',
    '| answers | import speed | peak memory of the process | on disk |',
    '|---|---|---|---|',
    ...results.map(
      (r) =>
        `| ${wholeFormat.format(r.answers)} | ${wholeFormat.format(r.importAnswersPerSecond)} answers per second | ${wholeFormat.format(r.processPeakMiB)} MiB | ${r.bytesPerAnswer.toFixed(1)} bytes per answer |`,
    ),
  );
  return lines.join('\n');
}

const socketTableOf = (results: readonly SocketResult[]): string =>
  [
    `| through the host, ${connections} connections | requests per second | p50 | p99 |`,
    '|---|---|---|---|',
    ...results.map(
      (r) =>
        `| 10 series × ${socketScans} scans, ${r.query} | ${wholeFormat.format(r.requestsPerSecond)} | ${r.p50} ms | ${r.p99} ms |`,
    ),
  ].join('\n');

/** Measures timelines at three sizes in the store, and requests through the host. */
export async function benchService(): Promise<{ table: string; results: unknown }> {
  const results: SizeResult[] = [];
  for (const scans of sizes) results.push(await benchSize(scans));
  const socket = await benchSocket(socketScans);
  return {
    table: `${tableOf(results)}\n\n${socketTableOf(socket)}`,
    results: { timelines: results, socket },
  };
}
