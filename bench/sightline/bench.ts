import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformIds } from '../../src/contract/enums.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { createService } from '../../src/service/app.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { compare, formatTiming, type Timing } from '../measure.ts';
import { ids } from '../service/world.ts';
import { createMatrixWorld, createPortfolioWorld, type World } from './worlds.ts';

const roundOptions = { rounds: 21, warmUp: 4 };

/**
 * By name: a function that returns the paths to request in the nth run. The paths of reports that the service caches
 * differ in every run, so that no cached report is reused.
 */
export type Calls = Readonly<Record<string, (n: number) => readonly string[]>>;

/** Times complete responses (reports compressed with zstd) of a service whose in-process store holds the world. */
export async function timeCalls(world: World, calls: Calls): Promise<Record<string, Timing>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const store = await openClickHouse({ dataDir });
  const writer = await store.beginImport();
  await writer.writeCatalogue(world.catalogue);
  for (const chunk of world.answers()) await writer.writeAnswers(chunk);
  await writer.commit();
  const request = { name: 'bench', account: null, client: null, scopes: [] };
  const { key } = await createAdministration(store).run('keys/create', request);
  const service = createService({
    store,
    clock: Date.now,
    cursorSecret: new Uint8Array(32),
    mayUseSampleKeys: () => false,
    onError: ({ error }) => {
      throw error;
    },
  });
  const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'zstd' };
  const get = async (path: string): Promise<number> => {
    const response = await service.fetch(new Request(`http://service.bench${path}`, { headers }));
    await response.arrayBuffer();
    return response.status;
  };
  let run = 0;
  const competitors = Object.fromEntries(
    Object.entries(calls).map(([name, pathsAt]) => [
      name,
      async () => {
        run += 1;
        return Promise.all(pathsAt(run).map(get));
      },
    ]),
  );
  const check = (name: string, statuses: readonly number[]) => {
    if (statuses.some((status) => status !== 200)) throw new Error(`${name}: ${statuses.join()}`);
  };
  try {
    return await compare(competitors, { ...roundOptions, check });
  } finally {
    await service.close();
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A start date before all scans, different for every run. */
export const startDateQueryOf = (n: number) =>
  `startDate=${new Date(n * 86_400_000).toISOString().slice(0, 10)}`;
const sitePath = `/sightline/v1/sites/${ids.site}`;
const timeline = `/v1/sites/${ids.site}/reports/timeline`;

const matrixCalls: Calls = {
  'matrix, 10 platforms × 5 regions × 365 scans': (n) => [
    `${sitePath}/reports/matrix?${startDateQueryOf(n)}`,
  ],
  'the same over v1: ten calls at once': (n) =>
    platformIds.map((id) => `${timeline}?groupBy=region&platform=${id}&${startDateQueryOf(n)}`),
  'counts, 365 scans': (n) => [`${sitePath}/reports/counts?${startDateQueryOf(n)}`],
  'scans, a page of 50': () => [`${sitePath}/scans`],
};

const portfolioCalls: Calls = {
  'overview, 57 clients, 120 sites': (n) => [`/sightline/v1/overview?limit=${120 + (n % 80)}`],
  'sites, a page of 100': () => ['/sightline/v1/sites?limit=100'],
  'search for sites by words': () => ['/sightline/v1/sites?q=client+site+1'],
};

export function tableOf(results: Readonly<Record<string, Timing>>): string {
  const lines = Object.entries(results).map(
    ([name, timing]) => `| ${name} | ${formatTiming(timing)} |`,
  );
  return ['| in the service | median (quartiles) |', '|---|---|', ...lines].join('\n');
}

/** Measures Sightline's own endpoints in the service, without the host and its socket. */
export async function benchSightline(): Promise<{ table: string; results: unknown }> {
  const results = {
    ...(await timeCalls(createMatrixWorld(365), matrixCalls)),
    ...(await timeCalls(createPortfolioWorld(57, 120, 100), portfolioCalls)),
  };
  return { table: tableOf(results), results };
}
