import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { TimelineReport } from '../../src/contract/resources.ts';
import {
  ListedSitePage,
  MeasuredScanPage,
  OverviewPage,
  SiteDetails,
} from '../../src/contract/sightline/resources.ts';
import type { ScanRecord } from '../../src/service/store/records.ts';
import type { Store } from '../../src/service/store/store.ts';
import {
  branches,
  firstBranding,
  type KeyName,
  measured,
  moreSites,
  untrackedBrands,
  uuid,
} from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { first, second, third, business } = branches;
const { siteId, brands, scans } = measured;

/** The rows of the measured site and of one without a tracked brand or scan. */
const shop = {
  id: siteId,
  name: 'Shop',
  url: 'https://shop.example',
  clientId: first.ids.clientId,
  clientName: `${first.marker} client`,
  trackedBrand: { id: brands.acme, name: 'Acme' },
  lastScan: { id: scans.empty, completedAt: '2026-01-05T11:00:00.000Z' },
};
const bare = { ...shop, id: moreSites.bare, name: 'Bare', trackedBrand: null, lastScan: null };

/** Scans to import for a site that no key can access. */
interface ScanPlan {
  n: number;
  title: string;
  /** Each scan's status, the hour at which it was created, and the hour at which it was completed, or null. */
  scans: readonly (readonly [ScanRecord['status'], number, number | null])[];
  failedScans: number;
}
const scanPlans: readonly ScanPlan[] = [
  {
    n: 1,
    title: 'some are older and some newer than the newest completed scan',
    failedScans: 2,
    scans: [
      ['failed', 1, 1],
      ['completed', 2, 2],
      ['failed', 3, 3],
      ['completed', 4, 4],
      ['failed', 5, 5],
      ['failed', 6, null],
    ],
  },
  {
    n: 2,
    title: 'no scan has completed',
    failedScans: 2,
    scans: [
      ['failed', 1, 1],
      ['running', 2, null],
      ['failed', 3, 3],
    ],
  },
  {
    n: 3,
    title: 'only queued and running scans are newer than the completed one',
    failedScans: 0,
    scans: [
      ['failed', 1, 1],
      ['completed', 2, 2],
      ['running', 3, null],
      ['queued', 4, null],
    ],
  },
  {
    n: 4,
    title: 'scans do not end in the order in which they were created',
    failedScans: 1,
    scans: [
      ['failed', 1, 9],
      ['completed', 2, 8],
      ['failed', 3, 4],
    ],
  },
  {
    n: 5,
    title: 'all scans were created at the same time, so their IDs order them',
    failedScans: 1,
    scans: [
      ['failed', 1, 1],
      ['completed', 1, 1],
      ['failed', 1, 1],
    ],
  },
];

/** Imports an account with one site and its scans, whose IDs ascend. */
async function addSiteWithScans(store: Store, { n, title, scans }: ScanPlan) {
  const from = 0x900_0000 + n * 0x100;
  const [accountId, id] = [uuid(from), uuid(from + 1)];
  const hourAt = (at: number) => Date.parse('2026-01-01T00:00:00Z') + at * 3_600_000;
  const writer = await store.beginImport();
  await writer.writeCatalogue({
    accounts: [{ id: accountId, name: title, kind: 'agency', sample: false }],
    sites: [
      {
        id,
        accountId,
        clientId: null,
        name: title,
        url: '',
        active: true,
        collection: null,
        createdAt: hourAt(0),
        updatedAt: hourAt(0),
      },
    ],
    scans: scans.map(([status, createdAt, completedAt], index) => ({
      id: uuid(from + 2 + index),
      siteId: id,
      status,
      startedAt: null,
      createdAt: hourAt(createdAt),
      updatedAt: hourAt(createdAt),
      completedAt: completedAt === null ? null : hourAt(completedAt),
    })),
    clients: [],
    brands: [],
    prompts: [],
    recommendations: [],
  });
  await writer.commit();
  return { accountId, siteId: id };
}

/** Counts the failed scans before the first completed one in a list; all of them if none is completed. */
function countLeadingFailed(statuses: readonly (string | null)[]): number {
  const firstCompleted = statuses.indexOf('completed');
  const newer = firstCompleted === -1 ? statuses : statuses.slice(0, firstCompleted);
  return newer.filter((status) => status === 'failed').length;
}

/** Tests the list of all sites, single sites and the overview. */
export function describeAllSites(client: () => TestClient): void {
  const listSites = async (key: KeyName, search = '') => {
    const { json } = await client().callAs(key, pathTo('sites', {}) + search);
    return v.parse(ListedSitePage, json);
  };
  const readIds = async (key: KeyName, search = '') =>
    (await listSites(key, search)).data.map(({ id }) => id);
  const searchSites = (q: string) => readIds('agency', `?${new URLSearchParams({ q })}`);

  describe('the list of all sites', () => {
    test('has the active sites of every client the key can access, newest first', async () => {
      const sitesOfFirst = [moreSites.bare, moreSites.untracked, siteId];
      expect(await readIds('agency')).toEqual([
        ...sitesOfFirst,
        third.ids.siteId,
        second.ids.siteId,
        first.ids.siteId,
      ]);
      expect(await readIds('client')).toEqual([...sitesOfFirst, first.ids.siteId]);
      expect(await readIds('business')).toEqual([business.ids.siteId]);
    });

    test('names the client, the tracked brand and the last completed scan', async () => {
      const { data } = await listSites('agency');
      expect(data.find(({ id }) => id === siteId)).toEqual(shop);
      expect(data.find(({ id }) => id === moreSites.bare)).toEqual(bare);
      const [own] = (await listSites('business')).data;
      expect(own).toMatchObject({ clientId: null, clientName: null });
    });

    test.each([
      ['shop', [moreSites.bare, moreSites.untracked, siteId]],
      ['SHOP.EXAMPLE bare', [moreSites.bare]],
      ['first  SITE', [first.ids.siteId]],
      ['client mark-first shop', [moreSites.bare, moreSites.untracked, siteId]],
      ['shop nowhere', []],
      ['%', []],
    ])(
      'finds the sites that contain all words of %j, in any order and regardless of case',
      async (q, ids) => {
        expect(await searchSites(q)).toEqual(ids);
      },
    );

    test('never matches a word that spans two fields', async () => {
      expect(await searchSites('mark-second')).toEqual([second.ids.siteId]);
      expect(await searchSites('shophttps')).toEqual([]);
    });

    test('is complete for a blank search', async () => {
      expect(await searchSites('')).toEqual(await readIds('agency'));
      expect(await searchSites(' \t ')).toEqual(await readIds('agency'));
    });

    test('has the same search results page by page', async () => {
      const whole = await searchSites('example');
      expect(whole.length).toBeGreaterThan(4);
      const ids: string[] = [];
      for (let cursor = ''; ; ) {
        const page = await listSites('agency', `?q=example&limit=2${cursor}`);
        ids.push(...page.data.map(({ id }) => id));
        if (page.nextCursor === null) break;
        cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
      }
      expect(ids).toEqual(whole);
    });

    test.each([
      [`q=${'x'.repeat(501)}`, 'q'],
      ['q=a&q=b', 'q'],
      ['limit=101', 'limit'],
      ['cursor=x', 'cursor'],
    ])('refuses $0 and names the parameter', async (search, parameter) => {
      const { status, json } = await client().callAs('agency', `${pathTo('sites', {})}?${search}`);
      expect(status).toBe(422);
      expect(json).toMatchObject({ errors: [{ parameter }] });
    });
  });

  describe('one site', () => {
    const readDetails = async (id: string) =>
      v.parse(SiteDetails, (await client().callAs('agency', pathTo('site', { siteId: id }))).json);

    test('has the fields of the list and its brands: tracked, competitors, discovered', async () => {
      const createBrand = (id: string, name: string, role: string) => ({
        id,
        name,
        role,
        domains: [`${name.toLowerCase()}.example`],
      });
      expect(await readDetails(siteId)).toEqual({
        ...shop,
        active: true,
        brands: [
          createBrand(brands.acme, 'Acme', 'tracked'),
          createBrand(brands.beta, 'Beta', 'competitor'),
          createBrand(brands.gamma, 'gamma', 'competitor'),
          createBrand(brands.delta, 'Delta', 'discovered'),
        ],
        branding: firstBranding,
      });
      expect(await readDetails(moreSites.untracked)).toMatchObject({
        trackedBrand: null,
        brands: [{ id: untrackedBrands.echo }, { id: untrackedBrands.foxtrot }],
      });
      expect(await readDetails(moreSites.bare)).toEqual({
        ...bare,
        active: true,
        brands: [],
        branding: firstBranding,
      });
    });

    test('says whether it is active', async () => {
      expect((await readDetails(moreSites.inactive)).active).toBe(false);
    });

    test('has no branding without a client, or with a client that has none', async () => {
      const { json } = await client().callAs(
        'business',
        pathTo('site', { siteId: business.ids.siteId }),
      );
      expect(v.parse(SiteDetails, json).branding).toBeNull();
      expect((await readDetails(second.ids.siteId)).branding).toBeNull();
    });

    test('is returned even if it is inactive, or if its ID is in upper case', async () => {
      expect((await readDetails(moreSites.inactive)).name).toBe('Inactive');
      expect((await readDetails(siteId.toUpperCase())).name).toBe('Shop');
    });
  });

  describe('the overview', () => {
    const readOverview = async (key: KeyName, search = '') =>
      v.parse(OverviewPage, (await client().callAs(key, pathTo('overview', {}) + search)).json);

    test('has the same rows as the list, in the same order', async () => {
      for (const key of ['agency', 'client', 'business', 'other'] as const) {
        const { data, nextCursor } = await readOverview(key);
        expect(nextCursor).toBeNull();
        expect(data.map(({ points, failedScans, measured, ...row }) => row)).toEqual(
          (await listSites(key)).data,
        );
      }
    });

    test('has the points of the tracked brand’s unfiltered timeline, and no points without such a brand', async () => {
      for (const { id, trackedBrand, points } of (await readOverview('agency')).data) {
        const { json } = await client().callAs('agency', `/v1/sites/${id}/reports/timeline`);
        const { series } = v.parse(TimelineReport, json);
        const tracked = series.find(({ key }) => key === trackedBrand?.id);
        expect(points).toEqual(tracked?.points ?? []);
      }
    });

    test('counts the failed scans that are newer than the newest completed one', async () => {
      for (const { id, failedScans } of (await readOverview('agency')).data) {
        const { json } = await client().callAs('agency', pathTo('scans', { siteId: id }));
        const statuses = v.parse(MeasuredScanPage, json).data.map(({ status }) => status);
        expect(failedScans).toBe(countLeadingFailed(statuses));
      }
    });

    test.each(scanPlans)('counts $failedScans failed scans when $title', async (plan) => {
      const { accountId, siteId: id } = await addSiteWithScans(client().store, plan);
      const tenant = { accountId, clientId: null };
      const page = { after: null, limit: 10 };
      const [row] = await client().store.overview(tenant, page, 2);
      const listed = await client().store.scans(tenant, id, page);
      expect(row?.failedScans).toBe(plan.failedScans);
      expect(countLeadingFailed(listed.map(({ status }) => status))).toBe(plan.failedScans);
    });

    test('has pages of up to 200 rows', async () => {
      const page = await readOverview('agency', '?limit=4');
      const nextPage = await readOverview(
        'agency',
        `?limit=200&cursor=${encodeURIComponent(page.nextCursor ?? '')}`,
      );
      expect([...page.data, ...nextPage.data]).toEqual((await readOverview('agency')).data);
      const refused = await client().callAs('agency', `${pathTo('overview', {})}?limit=201`);
      expect(refused.status).toBe(422);
    });
  });
}
