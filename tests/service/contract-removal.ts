import { beforeAll, describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { everyAnswerSearch } from '../../src/service/store/answer-search.ts';
import type { KeyRecord } from '../../src/service/store/records.ts';
import type { Tenant } from '../../src/service/store/store.ts';
import { createKeyRecord, createShareRecord } from '../setup/key-records.ts';
import { everyAnswerScope } from '../setup/scopes.ts';
import { accounts, type Branch, branches, measured, now, uuid } from './small-world.ts';
import { resumeLedgerScans, storeReads } from './store-tenancy.ts';
import type { TestClient } from './test-client.ts';

const wholePage = { after: null, limit: 100 };
const agency: Tenant = { accountId: accounts.agency, clientId: null };

const keyOf = (n: number, { accountId }: Branch, fields: Partial<KeyRecord>): KeyRecord =>
  createKeyRecord({
    id: uuid(0x900 + n),
    name: `Removal ${n}`,
    accountId,
    createdAt: now,
    ...fields,
  });

/** Tests that imports can remove records. The tests depend on each other's order. */
export function describeRemoval(client: () => TestClient): void {
  const remove = (type: string, id: string) =>
    importMeasurements(
      client().store,
      recordInput('removal.ndjson', [{ type, id, removed: true }]),
    );
  const countAll = async ({ accountId, ids }: Branch) => {
    const counts: Record<string, number> = {};
    for (const [name, read] of Object.entries(storeReads))
      counts[name] = await read(client().store, { accountId, clientId: null }, ids);
    return counts;
  };
  const valuesIn = (counts: Record<string, number>) => new Set(Object.values(counts));

  describe('removing records', () => {
    beforeAll(() => resumeLedgerScans(client().store));

    test('hides a client and what belongs to it from every read, and nothing else', async () => {
      const { second, third } = branches;
      const otherCounts = await countAll(third);
      expect(valuesIn(await countAll(second))).toEqual(new Set([1]));
      const version = await client().store.dataVersion(second.ids.siteId);
      await client().store.putKeys(
        keyOf(1, second, { clientId: second.ids.clientId }),
        keyOf(2, second, { share: createShareRecord(second.ids.siteId) }),
        keyOf(3, second, {}),
        keyOf(4, third, { share: createShareRecord(third.ids.siteId) }),
      );
      await remove('client', second.ids.clientId ?? '');
      expect(valuesIn(await countAll(second))).toEqual(new Set([0]));
      expect(await countAll(third)).toEqual(otherCounts);
      expect(await client().store.dataVersion(second.ids.siteId)).not.toBe(version);
    });

    test('revokes the keys, shares and feeds of what was removed, and no others', async () => {
      const keys = await client().store.keys();
      const isRevoked = [1, 2, 3, 4].map((n) => {
        const key = keys.find(({ id }) => id === uuid(0x900 + n));
        expect(key?.sessionsEndedAt ?? null).toBe(key?.revokedAt);
        return (key?.revokedAt ?? null) !== null;
      });
      expect(isRevoked).toEqual([true, true, false, false]);
      const path = pathTo('discovery', {});
      expect((await client().callAs('business', path)).status).toBe(200);
      await remove('account', branches.business.accountId);
      expect((await client().callAs('business', path)).status).toBe(401);
      expect((await client().callAs('agency', path)).status).toBe(200);
    });

    test('hides them from every lookup', async () => {
      const { lookups } = client().store;
      const { ids, brandId, accountId } = branches.second;
      const found = await Promise.all([
        lookups.clients([ids.clientId ?? '']),
        lookups.sites([ids.siteId]),
        lookups.brandsById([brandId]),
        lookups.brandsOfSites([ids.siteId]),
        lookups.prompts([ids.promptId]),
        lookups.promptsOfSites([ids.siteId]),
        lookups.answeredPrompts([ids.promptId]),
        lookups.scans([ids.scanId]),
        lookups.scansOfSites([ids.siteId]),
        lookups.textCounts([ids.siteId]),
        lookups.recommendations([ids.recommendationId]),
        lookups.recordsOfSites([ids.siteId]),
        lookups.pendingSites([ids.siteId]),
      ]);
      expect(found.flat()).toEqual([]);
      const owned = [
        ...(await lookups.clientsOfAccounts([accountId])),
        ...(await lookups.sitesOfAccounts([accountId])),
      ].map(({ id }) => id);
      expect(owned).toContain(branches.third.ids.siteId);
      expect(owned).not.toContain(ids.siteId);
      expect(owned).not.toContain(ids.clientId);
    });

    test('hides a removed business account with its site', async () => {
      const { business } = branches;
      expect(valuesIn(await countAll(business))).toEqual(new Set([0]));
      const stored = await client().store.lookups.accounts();
      expect(stored.map(({ id }) => id)).not.toContain(business.accountId);
    });

    test('lets no removed ID come back to another account', async () => {
      const { ids } = branches.second;
      const fields = { name: 'Theirs', createdAt: '2026-01-01T00:00:00Z' };
      const clientId = branches.other.ids.clientId;
      for (const record of [
        { type: 'client', id: ids.clientId, accountId: branches.other.accountId, ...fields },
        { type: 'site', id: ids.siteId, clientId, ...fields },
        { type: 'prompt', id: ids.promptId, siteId: branches.other.ids.siteId, text: 'Theirs?' },
      ])
        await expect(
          importMeasurements(client().store, recordInput('theirs.ndjson', [record])),
        ).rejects.toThrow('cannot move to another account');
    });

    test('lets removed IDs be imported again as new records', async () => {
      const { ids, accountId } = branches.second;
      const { clientId, siteId, recommendationId } = ids;
      const createdAt = '2026-01-01T00:00:00Z';
      await importMeasurements(
        client().store,
        recordInput('again.ndjson', [
          { type: 'client', id: clientId, accountId, name: 'New', createdAt },
          { type: 'site', id: siteId, clientId, name: 'New', createdAt },
          { type: 'recommendation', id: recommendationId, siteId, title: 'New' },
        ]),
      );
      const { store } = client();
      const tenant = { accountId, clientId };
      expect(await store.branding(tenant, siteId)).toEqual({
        name: 'New',
        logo: '',
        accent: '',
        reportName: '',
      });
      expect(await store.site(tenant, siteId)).toMatchObject({ site: { name: 'New' }, brands: [] });
      expect(await store.scans(tenant, siteId, wholePage)).toEqual([]);
      expect(await store.prompts(tenant, siteId, [], wholePage)).toEqual([]);
      expect(await store.recommendations(tenant, siteId, wholePage)).toMatchObject([{ notes: 0 }]);
      expect(await store.notes(tenant, siteId, recommendationId)).toEqual([]);
    });

    test('hides a recommendation with its notes', async () => {
      const { ids } = branches.third;
      await remove('recommendation', ids.recommendationId);
      const { store } = client();
      expect(await store.recommendations(agency, ids.siteId, wholePage)).toEqual([]);
      expect(await store.notes(agency, ids.siteId, ids.recommendationId)).toEqual([]);
      expect(await store.overview(agency, wholePage, 2)).toContainEqual(
        expect.objectContaining({ id: ids.siteId }),
      );
    });

    test('takes the mentions of a brand from answers with and without texts, and moves the other places up', async () => {
      const { store } = client();
      const { siteId, brands } = measured;
      const readBrands = async () => {
        const answers = await store.answers(agency, siteId, everyAnswerSearch, wholePage);
        return answers.map(({ brandIds, sentiments, places }) => ({
          brandIds,
          sentiments,
          places,
        }));
      };
      const before = await readBrands();
      const { answers } = await store.timeline(agency, siteId, everyAnswerScope);
      await remove('brand', brands.acme);
      const after = await readBrands();
      expect(after).toHaveLength(before.length);
      expect(before.flatMap(({ brandIds }) => brandIds)).toContain(brands.acme);
      const without = before.map(({ brandIds, sentiments, places }) => {
        const index = brandIds.indexOf(brands.acme);
        const isKept = (_: unknown, n: number) => n !== index;
        const removedPlace = places[index] ?? 0;
        return {
          brandIds: brandIds.filter(isKept),
          sentiments: sentiments.filter(isKept),
          places: places
            .filter(isKept)
            .map((place) => (removedPlace > 0 && removedPlace < place ? place - 1 : place)),
        };
      });
      expect(after).toEqual(without);
      const timeline = await store.timeline(agency, siteId, everyAnswerScope);
      expect(timeline.answers.answers).toEqual(answers.answers);
      expect(timeline.brands.brandId).not.toContain(brands.acme);
      const sum = (counts: readonly number[]) => counts.reduce((total, n) => total + n, 0);
      expect(sum(timeline.answers.mentions)).toBe(
        without.reduce((total, { brandIds }) => total + brandIds.length, 0),
      );
      expect((await store.site(agency, siteId))?.brands.map(({ id }) => id)).not.toContain(
        brands.acme,
      );
    });

    test('hides a scan with its answers, also after its site is imported into again', async () => {
      const { store } = client();
      const { siteId, scans, prompts } = measured;
      await remove('scan', scans.first);
      await importMeasurements(
        store,
        recordInput('next.ndjson', [
          {
            type: 'answer',
            scanId: scans.silent,
            promptId: prompts.shoes,
            platform: 'claude_api',
            region: 'US',
            text: 'Gamma.',
          },
          {
            type: 'brand',
            id: measured.brands.gamma,
            siteId,
            patch: true,
            aliases: ['Gamma', 'G'],
          },
        ]),
      );
      expect(await store.scan(agency, siteId, scans.first)).toBeNull();
      expect(await store.filterValues(agency, siteId, scans.first)).toBeNull();
      const { scans: counted } = await store.timeline(agency, siteId, everyAnswerScope);
      expect(counted.map(({ id }) => id)).toEqual([scans.undated, scans.silent, scans.empty]);
      const answers = await store.answers(agency, siteId, everyAnswerSearch, wholePage);
      expect(answers.map(({ scanId }) => scanId)).not.toContain(scans.first);
      const { platforms } = (await store.filterValues(agency, siteId, null)) ?? {};
      expect(platforms).not.toContain('chatgpt_app');
    });

    test('leaves a store without faults', async () => {
      expect((await client().store.check()).faults).toEqual([]);
    });
  });
}
