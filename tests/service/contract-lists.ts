import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ClientPage, SitePage } from '../../src/contract/portfolio.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { branches, type KeyName, measured, moreSites, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

/** Tests the lists of clients and of a client's sites, and paging through them. */
export function describeLists(client: () => TestClient): void {
  const { first, second, third, business, other } = branches;
  const sitesPath = `/v1/clients/${first.ids.clientId}/sites`;

  const readAllPages = async (path: string, limit: number) => {
    const ids: string[] = [];
    for (let cursor = ''; ; ) {
      const cursorParameter = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const response = await client().callAs('agency', `${path}?limit=${limit}${cursorParameter}`);
      const page = v.parse(v.union([ClientPage, SitePage]), response.json);
      expect(page.data.length).toBeLessThanOrEqual(limit);
      ids.push(...page.data.map((entry) => entry.id));
      if (page.nextCursor === null) return ids;
      cursor = page.nextCursor;
    }
  };

  describe('the lists', () => {
    test('of clients are sorted newest first, then by ID, and include every field', async () => {
      const { json } = await client().callAs('agency', '/v1/clients');
      const { marker, ids } = first;
      expect(json).toMatchObject({
        data: [{ id: third.ids.clientId }, { id: second.ids.clientId }, {}],
      });
      expect(json).toHaveProperty('nextCursor', null);
      expect(json).toHaveProperty('data.2', {
        id: ids.clientId,
        name: `${marker} client`,
        websiteUrl: `https://${marker}.example`,
        industry: `${marker} industry`,
        description: `${marker} description`,
        createdAt: '2025-01-01T00:00:00.000Z',
        updatedAt: '2025-03-01T00:00:00.000Z',
      });
    });

    test('of clients contain one client for a client-scoped key, and none for a business account', async () => {
      const scopedPage = v.parse(ClientPage, (await client().callAs('client', '/v1/clients')).json);
      expect(scopedPage.data.map((client) => client.id)).toEqual([first.ids.clientId]);
      const businessResponse = await client().callAs('business', '/v1/clients');
      expect(businessResponse.json).toEqual({ data: [], nextCursor: null });
    });

    test('of a client’s sites omit inactive ones, and are sorted newest first, then by ID', async () => {
      const { json } = await client().callAs('agency', sitesPath);
      const page = v.parse(SitePage, json);
      expect(page.data.map((site) => site.id)).toEqual([
        moreSites.bare,
        moreSites.untracked,
        measured.siteId,
        first.ids.siteId,
      ]);
      expect(json).toHaveProperty('data.2', {
        id: measured.siteId,
        name: 'Shop',
        url: 'https://shop.example',
        clientId: first.ids.clientId,
        createdAt: '2025-06-01T00:00:00.000Z',
        updatedAt: '2025-12-01T00:00:00.000Z',
      });
    });

    test.each([1, 2, 3, 100])('are complete in pages of %i', async (limit) => {
      expect(await readAllPages('/v1/clients', limit)).toEqual(
        [third, second, first].map((branch) => branch.ids.clientId),
      );
      expect(await readAllPages(sitesPath, limit)).toHaveLength(4);
    });

    test.each(['limit=0', 'limit=101', 'limit=ten', 'limit=1.5', 'limit=', 'limit=1&limit=1'])(
      'refuse %s and name the parameter',
      async (query) => {
        for (const path of ['/v1/clients', sitesPath]) {
          const response = await client().callAs('agency', `${path}?${query}`);
          expect(response.status).toBe(422);
          expect(response.json).toMatchObject({ errors: [{ parameter: 'limit' }] });
        }
      },
    );

    test('accept a cursor only if it is unaltered and is sent with the key and path that it was issued for', async () => {
      const { callAs } = client();
      const page = v.parse(ClientPage, (await callAs('agency', '/v1/clients?limit=1')).json);
      const cursor = page.nextCursor ?? '';
      const refused: [KeyName, string][] = [
        ['readonly', `/v1/clients?cursor=${cursor}`],
        ['agency', `${sitesPath}?cursor=${cursor}`],
        ['agency', `/v1/clients?cursor=${cursor.slice(1)}`],
        ['agency', `/v1/clients?cursor=${cursor}A`],
        ['agency', '/v1/clients?cursor='],
      ];
      expect((await callAs('agency', `/v1/clients?cursor=${cursor}`)).status).toBe(200);
      for (const [key, path] of refused) {
        const response = await callAs(key, path);
        expect([response.status, path]).toEqual([422, path]);
        expect(response.json).toMatchObject({ errors: [{ parameter: 'cursor' }] });
      }
    });

    test('give the same response for an invalid or inaccessible client ID as for an unknown one', async () => {
      const unknown = await client().callAs('agency', `/v1/clients/${unknownId}/sites`);
      expect(unknown.json).toMatchObject({ type: problemTypes.clientNotFound, status: 404 });
      for (const id of ['1', '%00', 'a%2Fb', '%', other.ids.clientId, business.ids.siteId]) {
        const response = await client().callAs('agency', `/v1/clients/${id}/sites`);
        expect([response.status, response.text]).toEqual([404, unknown.text]);
      }
    });
  });
}
