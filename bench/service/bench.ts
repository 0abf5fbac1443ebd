import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { importMeasurements } from '../../src/service/import/import.ts';
import { fileSource } from '../../src/service/import/source.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { Store, TimelineCounts, TimelineScope } from '../../src/service/store/store.ts';
import { everyAnswerScope } from '../../tests/setup/scopes.ts';
import { compare, formatTiming, type Timing } from '../measure.ts';
import { findPostgres, type Postgres, postgresDescription, startPostgres } from './postgres.ts';
import { benchSocket, connections, type SocketResult } from './socket.ts';
import { answersPerScan, createImportLines, ids } from './world.ts';

/** Numbers of scans; 180 scans have 324,000 answers. */
const sizes = [180, 1_800, 5_580];
const socketScans = 365;
const queries = ['brand', 'platform', 'region', 'filtered'] as const;
type Query = (typeof queries)[number];

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
type Totals = [number, number, number, number];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const totalsOfCounts = ({ answers, brands }: TimelineCounts): Totals => [
  sum(answers.answers),
  sum(brands.mentions),
  sum(brands.sentiments),
  sum(brands.sentimentSum),
];

/**
 * PostgreSQL's rows are scan[, group], answers, mentions, or scan[, group], brand, mentions, rated, sum.
 * @param keyWidth 2 if the rows have a group, otherwise 1
 */
function totalsOfRows(rows: readonly number[][], keyWidth: number): Totals {
  const answers = rows.filter((row) => row.length === keyWidth + 2);
  const brands = rows.filter((row) => row.length === keyWidth + 4);
  const sumColumn = (table: readonly number[][], index: number) =>
    sum(table.map((row) => row[index] ?? 0));
  return [
    sumColumn(answers, keyWidth),
    sumColumn(brands, keyWidth + 1),
    sumColumn(brands, keyWidth + 2),
    sumColumn(brands, keyWidth + 3),
  ];
}

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
  warm: Record<Query, { sightline: Timing; postgres: Timing | null; ratio: number | null }>;
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

async function benchSize(scans: number, postgres: Postgres | null): Promise<SizeResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const file = join(dataDir, 'measurements.ndjson.gz');
  await pipeline(
    Readable.from(createImportText(scans)),
    createGzip({ level: 1 }),
    createWriteStream(file),
  );
  let store = await openClickHouse({ dataDir });
  const importStart = performance.now();
  const importSummary = await importMeasurements(store, fileSource(file));
  const seconds = (performance.now() - importStart) / 1000;
  await store.close();
  const bytes = await readFolderSize(join(dataDir, 'clickhouse', 'store'));

  // Cold: the first query after opening the folder.
  const cold: Partial<Record<Query, number>> = {};
  for (const query of queries) {
    store = await openClickHouse({ dataDir });
    const queryStart = performance.now();
    await readTimeline(store, query);
    cold[query] = performance.now() - queryStart;
    await store.close();
  }

  store = await openClickHouse({ dataDir });
  if (postgres) await postgres.load(scans);
  const warm: Partial<SizeResult['warm']> = {};
  for (const query of queries) {
    const group = query === 'filtered' ? 'brand' : query;
    const expected = totalsOfCounts(await readTimeline(store, query));
    const check = (name: string, totals: Totals) => {
      if (totals.join() !== expected.join()) {
        throw new Error(`${name} counted ${totals} where ${expected} was expected (${query})`);
      }
    };
    const competitors: Record<string, () => Promise<Totals>> = {
      sightline: async () => totalsOfCounts(await readTimeline(store, query)),
    };
    if (postgres) {
      competitors['postgres'] = async () =>
        totalsOfRows(await postgres.count(group, query === 'filtered'), group === 'brand' ? 1 : 2);
    }
    const rounds = scans > 1_000 ? 5 : 15;
    const timings = await compare(competitors, { rounds, warmUp: scans > 1_000 ? 1 : 3, check });
    const sightline = timings['sightline'];
    if (!sightline) throw new Error('Sightline was not timed.');
    const postgresTiming = timings['postgres'] ?? null;
    warm[query] = {
      sightline,
      postgres: postgresTiming,
      ratio: postgresTiming && postgresTiming.median / sightline.median,
    };
  }
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
  return {
    answers: scans * answersPerScan,
    importAnswersPerSecond: importSummary.answers / seconds,
    processPeakMiB: process.resourceUsage().maxRSS / 1024,
    bytesPerAnswer: bytes / importSummary.answers,
    cold: cold as SizeResult['cold'],
    warm: warm as SizeResult['warm'],
  };
}

const wholeFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

function tableOf(results: readonly SizeResult[]): string {
  const lines = [
    '| answers | query | Sightline, warm | cold | PostgreSQL, warm | times faster |',
    '|---|---|---|---|---|---|',
  ];
  for (const result of results) {
    for (const query of queries) {
      const { sightline, postgres, ratio } = result.warm[query];
      lines.push(
        `| ${wholeFormat.format(result.answers)} | ${query} | ${formatTiming(sightline)} | ${result.cold[query].toFixed(0)} ms | ${postgres ? formatTiming(postgres) : 'not installed'} | ${ratio?.toFixed(1) ?? '–'} |`,
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

/**
 * Measures timelines at three sizes, in the store and in PostgreSQL if it is installed. Also measures requests through
 * the host.
 */
export async function benchService(): Promise<{ table: string; results: unknown }> {
  const bin = findPostgres();
  const postgres = bin === null ? null : await startPostgres(bin);
  try {
    const results: SizeResult[] = [];
    for (const scans of sizes) results.push(await benchSize(scans, postgres));
    const socket = await benchSocket(socketScans);
    const comparison = postgres
      ? `Compared with ${postgresDescription} (${postgres.version}).`
      : 'PostgreSQL is not installed, so there is no comparison.';
    const table = `${comparison}\n\n${tableOf(results)}\n\n${socketTableOf(socket)}`;
    return { table, results: { timelines: results, socket } };
  } finally {
    await postgres?.close();
  }
}
