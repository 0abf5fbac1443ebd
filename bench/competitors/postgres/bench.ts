import { rmSync } from 'node:fs';
import { openClickHouse } from '../../../src/service/store/clickhouse/open.ts';
import { formatTiming, type Timing } from '../../measure.ts';
import {
  compareTimelines,
  importScans,
  type Query,
  queries,
  sizes,
  sum,
  type Totals,
  wholeFormat,
} from '../../service/bench.ts';
import { findPostgres, type Postgres, postgresDescription, startPostgres } from './postgres.ts';

interface Comparison {
  sightline: Timing;
  postgres: Timing;
  /** How many times faster Sightline is. */
  ratio: number;
}

interface SizeResult {
  answers: number;
  timelines: Record<Query, Comparison>;
}

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

async function benchSize(scans: number, postgres: Postgres): Promise<SizeResult> {
  const { dataDir, answers } = await importScans(scans);
  const store = await openClickHouse({ dataDir });
  await postgres.load(scans);
  const timelines: Partial<SizeResult['timelines']> = {};
  for (const query of queries) {
    const group = query === 'filtered' ? 'brand' : query;
    const count = async () =>
      totalsOfRows(await postgres.count(group, query === 'filtered'), group === 'brand' ? 1 : 2);
    const timings = await compareTimelines(store, scans, query, { postgres: count });
    const { sightline, postgres: postgresTiming } = timings;
    if (!sightline || !postgresTiming) throw new Error('A store was not timed.');
    const ratio = postgresTiming.median / sightline.median;
    timelines[query] = { sightline, postgres: postgresTiming, ratio };
  }
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
  return { answers, timelines: timelines as SizeResult['timelines'] };
}

const tableOf = (results: readonly SizeResult[]): string =>
  [
    '| answers | query | Sightline | PostgreSQL | times faster |',
    '|---|---|---|---|---|',
    ...results.flatMap(({ answers, timelines }) =>
      queries.map((query) => {
        const { sightline, postgres, ratio } = timelines[query];
        return `| ${wholeFormat.format(answers)} | ${query} | ${formatTiming(sightline)} | ${formatTiming(postgres)} | ${ratio.toFixed(1)} |`;
      }),
    ),
  ].join('\n');

/** Compares timelines with those of PostgreSQL, at three sizes, if it is installed. */
export async function benchPostgres(): Promise<{ table: string; results: unknown }> {
  const bin = findPostgres();
  if (bin === null) return { table: 'PostgreSQL is not installed.', results: null };
  const postgres = await startPostgres(bin);
  try {
    const results: SizeResult[] = [];
    for (const scans of sizes) results.push(await benchSize(scans, postgres));
    const table = `Compared with ${postgresDescription} (${postgres.version}).\n\n${tableOf(results)}`;
    return { table, results };
  } finally {
    await postgres.close();
  }
}
