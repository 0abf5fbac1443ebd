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
import { everyAnswer } from '../../tests/setup/scopes.ts';
import { compare, inWords, type Timing } from '../measure.ts';
import { findPostgres, type Postgres, postgresDescription, startPostgres } from './postgres.ts';
import { benchSocket, connections, type SocketResult } from './socket.ts';
import { answersAScan, ids, importLines } from './world.ts';

/** 324,000 answers, ten times and thirty-one times that. */
const sizes = [180, 1_800, 5_580];
const socketScans = 365;
const questions = ['brand', 'platform', 'region', 'filtered'] as const;
type Question = (typeof questions)[number];

const described = [ids.brand(0)];
const scopes: Record<Question, TimelineScope> = {
  brand: { ...everyAnswer },
  platform: { ...everyAnswer, groupBy: 'platform', brandIds: described },
  region: { ...everyAnswer, groupBy: 'region', brandIds: described },
  filtered: {
    ...everyAnswer,
    tag: ['tag-1'],
    persona: ['persona-0'],
  },
};
const tenant = { accountId: ids.account, clientId: null };
const ask = (store: Store, question: Question) =>
  store.timeline(tenant, ids.site, scopes[question]);

/** What both engines must agree on: answers, mentions, mentions with a sentiment, and the sum of those. */
type Totals = [number, number, number, number];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const totalsOfCounts = ({ answers, brands }: TimelineCounts): Totals => [
  sum(answers.answers),
  sum(brands.mentions),
  sum(brands.sentiments),
  sum(brands.sentimentSum),
];

/** PostgreSQL's rows are scan[, group], answers, mentions and scan[, group], brand, n, rated, sum. */
function totalsOfRows(rows: readonly number[][], width: number): Totals {
  const answers = rows.filter((row) => row.length === width + 2);
  const brands = rows.filter((row) => row.length === width + 4);
  const column = (of: readonly number[][], index: number) => sum(of.map((row) => row[index] ?? 0));
  return [
    column(answers, width),
    column(brands, width + 1),
    column(brands, width + 2),
    column(brands, width + 3),
  ];
}

async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return sum(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size),
  );
}

export interface SizeResult {
  answers: number;
  importAnswersASecond: number;
  importPeakMiB: number;
  bytesAnAnswer: number;
  cold: Record<Question, number>;
  warm: Record<Question, { sightline: Timing; postgres: Timing | null; ratio: number | null }>;
}

/** The import file, a scan at a time. */
function* importText(scans: number): Generator<string> {
  let batch: string[] = [];
  for (const line of importLines(scans)) {
    batch.push(line);
    if (batch.length < answersAScan) continue;
    yield `${batch.join('\n')}\n`;
    batch = [];
  }
  yield `${batch.join('\n')}\n`;
}

async function benchSize(scans: number, postgres: Postgres | null): Promise<SizeResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const file = join(dataDir, 'measurements.ndjson.gz');
  await pipeline(
    Readable.from(importText(scans)),
    createGzip({ level: 1 }),
    createWriteStream(file),
  );
  let store = await openClickHouse({ dataDir });
  const began = performance.now();
  const imported = await importMeasurements(store, fileSource(file));
  const seconds = (performance.now() - began) / 1000;
  await store.close();
  const bytes = await folderSize(join(dataDir, 'clickhouse', 'store'));

  // Cold: the first time an engine that has just opened the folder is asked.
  const cold: Partial<Record<Question, number>> = {};
  for (const question of questions) {
    store = await openClickHouse({ dataDir });
    const asked = performance.now();
    await ask(store, question);
    cold[question] = performance.now() - asked;
    await store.close();
  }

  store = await openClickHouse({ dataDir });
  if (postgres) await postgres.load(scans);
  const warm: Partial<SizeResult['warm']> = {};
  for (const question of questions) {
    const group = question === 'filtered' ? 'brand' : question;
    const expected = totalsOfCounts(await ask(store, question));
    const check = (name: string, totals: Totals) => {
      if (totals.join() !== expected.join()) {
        throw new Error(`${name} counted ${totals} where ${expected} was expected (${question})`);
      }
    };
    const competitors: Record<string, () => Promise<Totals>> = {
      sightline: async () => totalsOfCounts(await ask(store, question)),
    };
    if (postgres) {
      competitors['postgres'] = async () =>
        totalsOfRows(
          await postgres.count(group, question === 'filtered'),
          group === 'brand' ? 1 : 2,
        );
    }
    const rounds = scans > 1_000 ? 5 : 15;
    const timings = await compare(competitors, { rounds, warmUp: scans > 1_000 ? 1 : 3, check });
    const sightline = timings['sightline'];
    if (!sightline) throw new Error('no timing');
    const other = timings['postgres'] ?? null;
    warm[question] = {
      sightline,
      postgres: other,
      ratio: other && other.median / sightline.median,
    };
  }
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
  return {
    answers: scans * answersAScan,
    importAnswersASecond: imported.answers / seconds,
    importPeakMiB: process.resourceUsage().maxRSS / 1024,
    bytesAnAnswer: bytes / imported.answers,
    cold: cold as SizeResult['cold'],
    warm: warm as SizeResult['warm'],
  };
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

function tableOf(results: readonly SizeResult[]): string {
  const lines = [
    '| answers | question | Sightline, warm | cold | PostgreSQL, warm | times faster |',
    '|---|---|---|---|---|---|',
  ];
  for (const result of results) {
    for (const question of questions) {
      const { sightline, postgres, ratio } = result.warm[question];
      lines.push(
        `| ${whole.format(result.answers)} | ${question} | ${inWords(sightline)} | ${result.cold[question].toFixed(0)} ms | ${postgres ? inWords(postgres) : 'not installed'} | ${ratio?.toFixed(1) ?? '–'} |`,
      );
    }
  }
  lines.push(
    '',
    '| answers | import with mentions given | peak memory | on disk |',
    '|---|---|---|---|',
    ...results.map(
      (r) =>
        `| ${whole.format(r.answers)} | ${whole.format(r.importAnswersASecond)} answers a second | ${whole.format(r.importPeakMiB)} MiB | ${r.bytesAnAnswer.toFixed(1)} bytes an answer |`,
    ),
  );
  return lines.join('\n');
}

const socketTable = (results: readonly SocketResult[]): string =>
  [
    `| through the host, ${connections} connections | requests a second | p50 | p99 |`,
    '|---|---|---|---|',
    ...results.map(
      (r) =>
        `| 10 series × ${socketScans} scans, ${r.question} | ${whole.format(r.requestsASecond)} | ${r.p50} ms | ${r.p99} ms |`,
    ),
  ].join('\n');

/** Timelines of the store at three sizes, beside PostgreSQL where it is installed. */
export async function benchService(): Promise<{ table: string; results: unknown }> {
  const bin = findPostgres();
  const postgres = bin === null ? null : await startPostgres(bin);
  try {
    const results: SizeResult[] = [];
    for (const scans of sizes) results.push(await benchSize(scans, postgres));
    const socket = await benchSocket(socketScans);
    const beside = postgres ? `${postgresDescription} (${postgres.version})` : 'no PostgreSQL here';
    const table = `Beside: ${beside}.\n\n${tableOf(results)}\n\n${socketTable(socket)}`;
    return { table, results: { timelines: results, socket } };
  } finally {
    await postgres?.close();
  }
}
