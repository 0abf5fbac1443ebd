import { describe, expect, test } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { type CollectionSettings, scansScope } from '../../src/contract/sightline/collect.ts';
import { setupPathTo } from '../../src/contract/sightline/setup-endpoints.ts';
import { collectionSettingsOf } from '../../src/service/store/records.ts';
import { createSetupCaller } from './contract-setup.ts';
import { accounts, measured, measuredCollection, moreSites, now } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const setupPath = (siteId: string) => setupPathTo('setup', { siteId });
const { untracked } = moreSites;
const agency = { accountId: accounts.agency, clientId: null };

/** Tests where and when questions are asked, as the set-up of a site has it. */
export function describeCollectionSettings(client: () => TestClient): void {
  const { send, change, readSetup } = createSetupCaller(client);
  const settings: CollectionSettings = {
    platforms: ['perplexity_sonar_pro', 'chatgpt_api'],
    regions: ['DE', 'ZZ'],
    runs: 3,
    schedule: { days: [2], time: '23:45', zone: 'America/New_York' },
    scanCeilingUsd: 1.5,
    monthCeilingUsd: null,
  };
  const readStored = async () =>
    (await client().store.site(agency, untracked))?.site.collection ?? null;
  const save = async (collection: object | null) =>
    change('agency', 'PUT', setupPath(untracked), {
      ...(await readSetup(untracked)),
      collection,
    });

  describe('where and when questions are asked', () => {
    test('is null for keys that may not run scans', async () => {
      expect((await readSetup(measured.siteId)).collection).toEqual(
        collectionSettingsOf(measuredCollection),
      );
      for (const key of ['unpaid', 'client', 'readonly'] as const)
        expect((await readSetup(measured.siteId, key)).collection).toBeNull();
    });

    test('is saved with the set-up, and kept if it is left out', async () => {
      const { revision } = await readSetup(untracked);
      await save(settings);
      const saved = await readSetup(untracked);
      expect(saved.collection).toEqual(settings);
      expect(saved.revision).not.toBe(revision);
      const { collection, ...others } = saved;
      await change('unpaid', 'PUT', setupPath(untracked), { ...others, name: 'Renamed' });
      expect(await readSetup(untracked)).toMatchObject({ name: 'Renamed', collection: settings });
      await save(null);
      expect((await readSetup(untracked)).collection).toEqual(settings);
    });

    test('makes times before a change of the schedule no longer due', async () => {
      await save(settings);
      expect((await readStored())?.since).toBe(now);
    });

    test.each(['unpaid', 'client'] as const)('is not changed by the key %s', async (key) => {
      await save(settings);
      const body = { ...(await readSetup(untracked, key)), collection: { ...settings, runs: 4 } };
      const response = await send(key, 'PUT', setupPath(untracked), body);
      expect([response.status, response.json]).toMatchObject([
        403,
        { type: problemTypes.missingScope, detail: expect.stringContaining(scansScope) },
      ]);
      expect((await readSetup(untracked)).collection).toEqual(settings);
    });

    test.each([
      [{ schedule: { days: [1], time: '24:00', zone: 'UTC' } }, 'collection.schedule.time'],
      [{ schedule: { days: [1], time: '06:00', zone: 'Mars/One' } }, 'collection.schedule.zone'],
      [{ schedule: { days: [8], time: '06:00', zone: 'UTC' } }, 'collection.schedule.days[0]'],
      [{ schedule: { days: [], time: '06:00', zone: 'UTC' } }, 'collection.schedule.days'],
      [{ platforms: ['claude_api', 'oracle'] }, 'collection.platforms[1]'],
      [{ regions: ['DE', 'XX'] }, 'collection.regions[1]'],
      [{ regions: ['UK'] }, 'collection.regions[0]'],
      [{ regions: ['DE', 'DE'] }, 'collection.regions'],
      [{ runs: 11 }, 'collection.runs'],
      [{ monthCeilingUsd: -1 }, 'collection.monthCeilingUsd'],
      [{ scanCeilingUsd: 100_001 }, 'collection.scanCeilingUsd'],
    ])('is not changed to %j', async (fields, parameter) => {
      const body = { ...(await readSetup(untracked)), collection: { ...settings, ...fields } };
      const response = await send('agency', 'PUT', setupPath(untracked), body);
      expect([response.status, response.json]).toMatchObject([
        422,
        { type: problemTypes.invalidBody, errors: [{ parameter }] },
      ]);
    });
  });
}
