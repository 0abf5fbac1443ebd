import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pathTo } from '../../src/contract/endpoints.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { openAsker } from './asker.ts';
import { describeService } from './contract.ts';
import { measured } from './small-world.ts';

const folders: string[] = [];

async function openFresh() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
  folders.push(dataDir);
  return openClickHouse({ dataDir });
}

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

describeService('clickhouse', openFresh);

it('a kept timeline outlives imports of other sites and no import of its own', async () => {
  const store = await openFresh();
  const { ask, service } = await openAsker(store);
  const path = pathTo('timeline', { siteId: measured.siteId });
  const none = {
    accounts: [],
    clients: [],
    sites: [],
    prompts: [],
    scans: [],
    recommendations: [],
  };
  const importBrand = async (siteId: string, id: string) => {
    const writer = await store.beginImport();
    const brand = { id, siteId, name: 'New', aliases: ['New'], role: 'discovered' as const };
    await writer.catalogue({ ...none, brands: [brand] });
    await writer.commit();
  };
  const seriesNow = async () => Object(await ask('agency', path)).json.series.length;
  const before = await seriesNow();
  await importBrand('abcdef00-0000-4000-8000-00000000dead', 'abcdef00-0000-4000-8000-00000000beef');
  expect(await seriesNow()).toBe(before);
  expect(service.reports()).toMatchObject({ hits: 1, misses: 1 });
  await importBrand(measured.siteId, 'abcdef00-0000-4000-8000-00000000cafe');
  expect(await seriesNow()).toBe(before + 1);
  expect(service.reports()).toMatchObject({ hits: 1, misses: 2 });
  await service.close();
  await store.close();
});
