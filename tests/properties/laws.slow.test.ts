import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decode } from '../../src/contract/decode.ts';
import { groupings, metrics } from '../../src/contract/enums.ts';
import { FilterOptions, type Series, TimelineReport } from '../../src/contract/resources.ts';
import type { Service } from '../../src/service/service.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { chooseRepetitions } from '../setup/soak.ts';
import { createStrictService } from '../setup/strict-service.ts';
import { Draw } from './draw.ts';
import { drawParameters } from './random-requests.ts';
import { drawWorld, importBatch, type World } from './random-world.ts';

/** One random world in a memory store; agreement.test.ts shows that ClickHouse gives the same results. */
interface Scene {
  draw: Draw;
  world: World;
  store: Store;
  /** A site of the first agency. */
  siteId: string;
  /** The report, or null if the request was refused. */
  fetchReport(parameters: readonly [string, string][]): Promise<TimelineReport | null>;
  fetchFilters(): Promise<FilterOptions>;
}

/** Requests a path; returns null if the request is refused. */
async function fetchBody(service: Service, path: string, key: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await service.fetch(new Request(`http://service.test${path}`, { headers }));
  const json: unknown = await response.json();
  return response.ok ? json : null;
}

let worldCount = 0;

async function openScene(gen: fc.GeneratorValue): Promise<Scene> {
  const draw = new Draw(gen);
  worldCount += 1;
  const world = drawWorld(draw, worldCount);
  const store = createMemoryStore();
  for (const batch of world.batches) await importBatch(store, batch);
  for (const { record } of world.issuedKeys) await store.putKeys(record);
  const service = createStrictService(store);
  const siteId = draw.pick(world.sites.filter((site) => site.accountId === world.id(1))).id;
  const key = world.issuedKeys[0]?.key ?? '';
  return {
    draw,
    world,
    store,
    siteId,
    async fetchReport(parameters) {
      const search = new URLSearchParams(parameters.map(([name, value]) => [name, value]));
      const json = await fetchBody(service, `/v1/sites/${siteId}/reports/timeline?${search}`, key);
      if (json === null) return null;
      const report = decode(TimelineReport, json);
      if (!report.ok) throw new Error(report.path);
      return report.value;
    },
    async fetchFilters() {
      const options = decode(
        FilterOptions,
        await fetchBody(service, `/v1/sites/${siteId}/filters`, key),
      );
      if (!options.ok) throw new Error(options.path);
      return options.value;
    },
  };
}

/** Tests that a law holds in random worlds. */
const testLaw = (
  name: string,
  check: (scene: Scene) => Promise<void>,
  runs = chooseRepetitions(40, 150),
) =>
  it(name, async () => {
    const property = fc.asyncProperty(fc.gen(), async (gen) => check(await openScene(gen)));
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
  });

const omit = (parameters: readonly [string, string][], ...names: string[]) =>
  parameters.filter(([name]) => !names.includes(name));
const parametersOf = ({ draw, world, siteId }: Scene, ...omitted: string[]) =>
  omit(drawParameters(draw, world, siteId), ...omitted);
const valuesAt = (series: readonly Series[], scan: number) =>
  series.map(({ points }) => points[scan]?.value ?? null);
const countScans = (series: readonly Series[]) => series[0]?.points.length ?? 0;

testLaw('the shares of voice of all brands add up to 100, or are all null', async (scene) => {
  const parameters = parametersOf(scene, 'metric', 'groupBy', 'brand', 'competitorId');
  const report = await scene.fetchReport([...parameters, ['metric', 'shareOfVoice']]);
  if (!report) return;
  for (let scan = 0; scan < countScans(report.series); scan += 1) {
    const shares = valuesAt(report.series, scan);
    const known = shares.filter((share) => share !== null);
    if (known.length === 0) continue;
    expect(known).toHaveLength(shares.length);
    expect(known.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 9);
  }
});

testLaw('brand and competitorId select series and never change a value', async (scene) => {
  const parameters = parametersOf(scene, 'brand', 'competitorId');
  const selection = drawParameters(scene.draw, scene.world, scene.siteId).filter(([name]) =>
    ['brand', 'competitorId'].includes(name),
  );
  const [wholeReport, selectedReport] = [
    await scene.fetchReport(parameters),
    await scene.fetchReport([...parameters, ...selection]),
  ];
  if (!wholeReport || !selectedReport) return;
  const seriesByKey = new Map(wholeReport.series.map((series) => [series.key, series]));
  for (const series of selectedReport.series) expect(series).toEqual(seriesByKey.get(series.key));
  const selectedIds = new Set(selection.map(([, value]) => value.toLowerCase()));
  const expectedSeries = wholeReport.series.filter(
    ({ key }) => wholeReport.groupBy !== 'brand' || selectedIds.size === 0 || selectedIds.has(key),
  );
  expect(selectedReport.series.map(({ key }) => key)).toEqual(expectedSeries.map(({ key }) => key));
});

testLaw('filters that list every option do not change the series', async (scene) => {
  const options = await scene.fetchFilters();
  const parameters = parametersOf(scene, 'platform', 'region', 'promptId', 'brand', 'competitorId');
  const idsOfSite = <T extends { id: string; siteId: string }>(records: readonly T[]) =>
    records.filter(({ siteId }) => siteId === scene.siteId).map(({ id }) => id);
  const all: [string, string][] = [
    ...idsOfSite(scene.world.prompts).map((id): [string, string] => ['promptId', id]),
    ...idsOfSite(scene.world.brands).map((id): [string, string] => ['brand', id]),
    ...options.brands.map(({ id }): [string, string] => ['competitorId', id]),
    ...options.models.map(({ id }): [string, string] => ['platform', id]),
    ...options.regions.map(({ code }): [string, string] => ['region', code]),
  ];
  const [plain, filtered] = [
    await scene.fetchReport(parameters),
    await scene.fetchReport([...parameters, ...all]),
  ];
  expect(filtered?.series).toEqual(plain?.series);
});

testLaw('gaps are 100 minus visibility', async (scene) => {
  const parameters = parametersOf(scene, 'metric');
  const [gaps, visibility] = [
    await scene.fetchReport([...parameters, ['metric', 'gap']]),
    await scene.fetchReport([...parameters, ['metric', 'visibility']]),
  ];
  const valuesIn = (report: TimelineReport | null) =>
    (report?.series ?? []).flatMap(({ points }) => points.map(({ value }) => value));
  const gapValues = valuesIn(gaps);
  for (const [index, value] of valuesIn(visibility).entries()) {
    if (value === null) expect(gapValues[index]).toBeNull();
    else expect(gapValues[index]).toBeCloseTo(100 - value, 9);
  }
  expect(gapValues).toHaveLength(valuesIn(visibility).length);
});

testLaw('adding a scan does not change the points of other scans', async (scene) => {
  const parameters = parametersOf(scene);
  const before = await scene.fetchReport(parameters);
  const [scan] = scene.world.scans.filter(({ siteId }) => siteId === scene.siteId);
  const [prompt] = scene.world.prompts.filter(({ siteId }) => siteId === scene.siteId);
  if (!before || !scan || !prompt) return;
  const added = { ...scan, id: scene.world.id(8_888), status: 'completed' as const };
  const answer = {
    siteId: scene.siteId,
    scanId: added.id,
    promptId: prompt.id,
    platform: 'chatgpt_app',
    region: 'GB:London',
    run: 1,
    brandIds: [],
    sentiments: [],
  };
  const emptyTables = { accounts: [], clients: [], sites: [], brands: [], recommendations: [] };
  await importBatch(scene.store, {
    catalogue: { ...emptyTables, prompts: [], scans: [added] },
    answers: [answer],
  });
  const after = await scene.fetchReport(parameters);
  const pointsOf = (report: TimelineReport | null) =>
    (report?.series ?? []).map(({ key, points }) => ({
      key,
      points: points.filter((point) => point.scanId !== added.id),
    }));
  const keys = new Set(before.series.map(({ key }) => key));
  expect(pointsOf(after).filter(({ key }) => keys.has(key))).toEqual(pointsOf(before));
});

testLaw('points are in chronological order, and every series has the same scans', async (scene) => {
  const report = await scene.fetchReport(parametersOf(scene));
  if (!report) return;
  const [first] = report.series;
  const instants = (first?.points ?? []).map(({ completedAt, date }) =>
    Date.parse(completedAt ?? `${date}T12:00:00.000Z`),
  );
  expect(instants).toEqual([...instants].sort((a, b) => a - b));
  for (const series of report.series) {
    expect(series.points.map(({ scanId }) => scanId)).toEqual(
      first?.points.map(({ scanId }) => scanId),
    );
  }
});

testLaw('the order and repetition of parameters never change the report', async (scene) => {
  const parameters = parametersOf(scene);
  const singleParameters = ['metric', 'groupBy', 'brandId', 'brandMention', 'startDate', 'endDate'];
  const repeated = scene.draw.pickSome(
    parameters.filter(([name]) => !singleParameters.includes(name)),
  );
  expect(await scene.fetchReport(scene.draw.shuffle([...parameters, ...repeated]))).toEqual(
    await scene.fetchReport(parameters),
  );
});

testLaw(
  'all metrics lie between 0 and 100',
  async (scene) => {
    for (const metric of metrics) {
      const groupBy = scene.draw.pick(groupings);
      const parameters = parametersOf(scene, 'metric', 'groupBy');
      const report = await scene.fetchReport([
        ...parameters,
        ['metric', metric],
        ['groupBy', groupBy],
      ]);
      for (const { points } of report?.series ?? []) {
        for (const { value } of points) {
          if (value === null) continue;
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(100);
        }
      }
    }
  },
  chooseRepetitions(15, 60),
);
