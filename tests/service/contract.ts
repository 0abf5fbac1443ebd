import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { ClientPage, NoteList, SitePage } from '../../src/contract/resources.ts';
import type { Store } from '../../src/service/store/store.ts';
import { type Asker, loopbackHeader, openAsker } from './asker.ts';
import { describeTenancy } from './contract-tenancy.ts';
import { describeTimeline } from './contract-timeline.ts';
import { branches, type KeyName, measured, moreSites, now, unknownId } from './small-world.ts';

/** What the seven endpoints promise, over whatever store; `openStore` gives an empty one. */
export function describeService(name: string, openStore: () => Promise<Store>): void {
  describe(`the service over ${name}`, () => {
    let opened: Asker | null = null;
    const asker = (): Asker => {
      if (!opened) throw new Error('The store is not open yet.');
      return opened;
    };
    beforeAll(async () => {
      opened = await openAsker(await openStore());
    });
    afterAll(async () => {
      await opened?.service.close();
      await opened?.store.close();
    });

    describeAccess(asker);
    describeLists(asker);
    describeRecords(asker);
    describeFilters(asker);
    describeNotes(asker);
    describeTimeline(asker);
    describeTenancy(asker);

    test('nothing above failed on the service’s side', () => {
      expect(asker().failures).toEqual([]);
    });
  });
}

function describeAccess(asker: () => Asker): void {
  describe('access', () => {
    test.each([
      [undefined],
      [''],
      ['Bearer'],
      ['Bearer x'],
      ['Basic c2w6'],
      [`Bearer sl_${'A'.repeat(48)}`],
    ])('the Authorization header %j is refused', async (authorization) => {
      const headers = new Headers();
      if (authorization !== undefined) headers.set('Authorization', authorization);
      const answer = await asker().call('/v1/clients', { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
      expect(answer.json).toMatchObject({ type: problemTypes.unauthenticated, status: 401 });
    });

    test('every refusal of a key is the same', async () => {
      const { call, ask } = asker();
      const nameless = await call('/v1/clients');
      for (const name of ['revoked', 'realToSample', 'sampleToReal', 'sampleByName'] as const) {
        expect((await ask(name, '/v1/clients')).text).toBe(nameless.text);
      }
    });

    test('sample keys open nothing but over loopback, and say that the data is sample', async () => {
      const { call, ask, key } = asker();
      const headers = { Authorization: `Bearer ${key('sample')}` };
      expect((await call('/v1/clients', { headers })).status).toBe(401);
      const answer = await ask('sample', '/v1/clients');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Sightline-Sample')).toBe('1');
      expect((await ask('agency', '/v1/clients')).headers.has('Sightline-Sample')).toBe(false);
    });

    test('a real key needs no loopback, and the scheme is read in any case', async () => {
      const headers = { Authorization: `bearer ${asker().key('agency')}`, [loopbackHeader]: 'no' };
      expect((await asker().call('/v1/clients', { headers })).status).toBe(200);
    });

    test('a path that is none is told so only with a key', async () => {
      expect((await asker().call('/v1/nothing')).status).toBe(401);
      const answer = await asker().ask('agency', '/v1/nothing');
      expect(answer.status).toBe(404);
      expect(answer.json).toMatchObject({ type: problemTypes.noSuchEndpoint });
    });

    test('another method on a known path is refused naming the right one', async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await asker().ask('agency', '/v1/clients', { method });
        expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET']);
      }
    });

    test('a URL past 16 KiB is refused', async () => {
      const longest = `/v1/clients?${'x'.repeat(16 * 1024 - '/v1/clients?'.length)}`;
      expect((await asker().ask('agency', longest)).status).toBe(200);
      expect((await asker().ask('agency', `${longest}x`)).status).toBe(414);
    });

    test('when a key was last used is known once the service has closed', async () => {
      await asker().ask('business', '/v1/clients');
      await asker().service.close();
      const keys = await asker().store.keys();
      expect(keys.find((key) => key.name === 'business')?.lastUsedAt).toBe(now);
      expect(keys.find((key) => key.name === 'revoked')?.lastUsedAt).toBeNull();
    });
  });
}

function describeLists(asker: () => Asker): void {
  const { first, second, third, business, other } = branches;
  const sitesPath = `/v1/clients/${first.ids.clientId}/sites`;

  const walk = async (path: string, limit: number) => {
    const ids: string[] = [];
    for (let cursor = ''; ; ) {
      const from = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const answer = await asker().ask('agency', `${path}?limit=${limit}${from}`);
      const page = v.parse(v.union([ClientPage, SitePage]), answer.json);
      expect(page.data.length).toBeLessThanOrEqual(limit);
      ids.push(...page.data.map((entry) => entry.id));
      if (page.nextCursor === null) return ids;
      cursor = page.nextCursor;
    }
  };

  describe('the lists', () => {
    test('clients come newest first, equally old ones by id, with every field', async () => {
      const { json } = await asker().ask('agency', '/v1/clients');
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

    test('a client-scoped key lists its client only, a business account none', async () => {
      const own = v.parse(ClientPage, (await asker().ask('client', '/v1/clients')).json);
      expect(own.data.map((client) => client.id)).toEqual([first.ids.clientId]);
      const none = await asker().ask('business', '/v1/clients');
      expect(none.json).toEqual({ data: [], nextCursor: null });
    });

    test('active sites of a client come newest first, equally old ones by id', async () => {
      const { json } = await asker().ask('agency', sitesPath);
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

    test.each([1, 2, 3, 100])('pages of %i make up the whole list', async (limit) => {
      expect(await walk('/v1/clients', limit)).toEqual(
        [third, second, first].map((branch) => branch.ids.clientId),
      );
      expect(await walk(sitesPath, limit)).toHaveLength(4);
    });

    test.each(['limit=0', 'limit=101', 'limit=ten', 'limit=1.5', 'limit=', 'limit=1&limit=1'])(
      '%s is refused naming it',
      async (query) => {
        for (const path of ['/v1/clients', sitesPath]) {
          const answer = await asker().ask('agency', `${path}?${query}`);
          expect(answer.status).toBe(422);
          expect(answer.json).toMatchObject({ errors: [{ parameter: 'limit' }] });
        }
      },
    );

    test('a cursor is good for its key and path only, and only unaltered', async () => {
      const { ask } = asker();
      const page = v.parse(ClientPage, (await ask('agency', '/v1/clients?limit=1')).json);
      const cursor = page.nextCursor ?? '';
      const refused: [KeyName, string][] = [
        ['readonly', `/v1/clients?cursor=${cursor}`],
        ['agency', `${sitesPath}?cursor=${cursor}`],
        ['agency', `/v1/clients?cursor=${cursor.slice(1)}`],
        ['agency', `/v1/clients?cursor=${cursor}A`],
        ['agency', '/v1/clients?cursor='],
      ];
      expect((await ask('agency', `/v1/clients?cursor=${cursor}`)).status).toBe(200);
      for (const [key, path] of refused) {
        const answer = await ask(key, path);
        expect([answer.status, path]).toEqual([422, path]);
        expect(answer.json).toMatchObject({ errors: [{ parameter: 'cursor' }] });
      }
    });

    test('a client id that is no UUID answers like an unknown one', async () => {
      const unknown = await asker().ask('agency', `/v1/clients/${unknownId}/sites`);
      expect(unknown.json).toMatchObject({ type: problemTypes.clientNotFound, status: 404 });
      for (const id of ['1', '%00', 'a%2Fb', '%', other.ids.clientId, business.ids.siteId]) {
        const answer = await asker().ask('agency', `/v1/clients/${id}/sites`);
        expect([answer.status, answer.text]).toEqual([404, unknown.text]);
      }
    });
  });
}

function describeRecords(asker: () => Asker): void {
  const { siteId, prompts, scans } = measured;

  describe('one prompt, one scan', () => {
    test('a prompt comes with its classifications', async () => {
      const { status, json } = await asker().ask(
        'agency',
        `/v1/sites/${siteId}/prompts/${prompts.shoes}`,
      );
      expect(status).toBe(200);
      expect(json).toStrictEqual({
        promptId: prompts.shoes,
        text: 'Are Acme running shoes any good?',
        category: 'buying',
        tags: ['price'],
        products: [{ value: 'shoe', label: 'Shoes' }],
        personas: [{ value: 'runner', label: 'Runner' }],
        journeyStages: [{ value: 'decide', label: 'Decision' }],
      });
    });

    test.each([
      ['first', 'completed', '2026-01-01T22:00:00.000Z', '2026-01-01T23:30:00.000Z'],
      ['undated', 'completed', '2026-01-03T20:00:00.000Z', null],
      ['failed', 'failed', '2026-01-04T10:00:00.000Z', '2026-01-04T11:00:00.000Z'],
      ['running', 'running', '2026-01-06T10:00:00.000Z', null],
      ['queued', 'queued', null, null],
    ] as const)('the %s scan is %s', async (name, status, startedAt, completedAt) => {
      const answer = await asker().ask('agency', `/v1/sites/${siteId}/scans/${scans[name]}`);
      expect(answer.json).toStrictEqual({
        id: scans[name],
        status,
        createdAt: '2025-12-31T08:00:00.000Z',
        startedAt,
        completedAt,
        updatedAt: '2026-01-10T00:00:00.000Z',
      });
    });

    test.each([
      ['prompts', problemTypes.promptNotFound],
      ['scans', problemTypes.scanNotFound],
    ])('what is missing among %s is told from a missing site', async (kind, type) => {
      const unknown = await asker().ask('agency', `/v1/sites/${siteId}/${kind}/${unknownId}`);
      expect(unknown.json).toMatchObject({ type, status: 404 });
      const malformed = await asker().ask('agency', `/v1/sites/${siteId}/${kind}/x`);
      expect(malformed.text).toBe(unknown.text);
      for (const site of [unknownId, 'x']) {
        const answer = await asker().ask('agency', `/v1/sites/${site}/${kind}/${scans.first}`);
        expect(answer.json).toMatchObject({ type: problemTypes.siteNotFound, status: 404 });
      }
    });
  });
}

function describeFilters(asker: () => Asker): void {
  const { siteId, scans, brands } = measured;
  const filters = (site: string, query = '') =>
    asker().ask('agency', `/v1/sites/${site}/filters${query}`);

  describe('the filters', () => {
    test('a site’s vocabulary covers all its scans and prompts, each list in order', async () => {
      const { json } = await filters(siteId);
      expect(json).toStrictEqual({
        scanId: null,
        regions: [
          { code: 'DE', label: 'Germany' },
          { code: 'FR', label: 'France' },
          { code: 'US', label: 'United States' },
          { code: 'US:California', label: 'United States · California' },
        ],
        models: [
          { id: 'claude_api', name: 'Claude API', method: 'api' },
          { id: 'chatgpt_app', name: 'ChatGPT', method: 'web' },
          { id: 'gemini_app', name: 'Gemini', method: 'web' },
          { id: 'perplexity_app', name: 'Perplexity', method: 'web' },
        ],
        tags: [
          { value: 'fit', label: 'fit' },
          { value: 'price', label: 'price' },
        ],
        categories: [
          { value: 'buying', label: 'buying' },
          { value: 'care', label: 'care' },
        ],
        products: [
          { value: 'brush', label: 'Brushes' },
          { value: 'shoe', label: 'Shoes' },
        ],
        personas: [{ value: 'runner', label: 'Runner' }],
        journeyStages: [
          { value: 'decide', label: 'Decision' },
          { value: 'own', label: 'Ownership' },
        ],
        brands: [
          { id: brands.acme, label: 'Acme' },
          { id: brands.beta, label: 'Beta' },
          { id: brands.gamma, label: 'gamma' },
        ],
        brandMentions: [
          { value: 'mentions_tracked_brand', label: 'Mentions Acme' },
          { value: 'does_not_mention_tracked_brand', label: 'Does not mention Acme' },
        ],
      });
    });

    test('one scan narrows every list to what it holds', async () => {
      const { json } = await filters(siteId, `?scanId=${scans.silent.toUpperCase()}`);
      expect(json).toStrictEqual({
        scanId: scans.silent,
        regions: [{ code: 'US', label: 'United States' }],
        models: [{ id: 'claude_api', name: 'Claude API', method: 'api' }],
        tags: [{ value: 'price', label: 'price' }],
        categories: [{ value: 'buying', label: 'buying' }],
        products: [{ value: 'shoe', label: 'Shoes' }],
        personas: [{ value: 'runner', label: 'Runner' }],
        journeyStages: [{ value: 'decide', label: 'Decision' }],
        brands: [],
        brandMentions: [{ value: 'mentions_tracked_brand', label: 'Mentions Acme' }],
      });
      const undated = await filters(siteId, `?scanId=${scans.undated}`);
      expect(undated.json).toMatchObject({
        brands: [{ label: 'Acme' }, { label: 'gamma' }],
        personas: [{ value: 'runner' }],
      });
    });

    test('a scan without answers holds nothing, and is no error', async () => {
      const { status, json } = await filters(siteId, `?scanId=${scans.queued}`);
      expect(status).toBe(200);
      expect(json).toMatchObject({ regions: [], models: [], tags: [], brands: [] });
    });

    test('a site without a tracked brand offers no brand mentions', async () => {
      const { json } = await filters(moreSites.untracked);
      expect(json).toMatchObject({ brandMentions: [], brands: [{ label: 'Echo' }] });
    });

    test('an unknown scan, an unknown site and a malformed scan id differ', async () => {
      expect((await filters(siteId, `?scanId=${unknownId}`)).json).toMatchObject({
        status: 404,
        type: problemTypes.scanNotFound,
      });
      expect((await filters(unknownId, `?scanId=${scans.first}`)).json).toMatchObject({
        status: 404,
        type: problemTypes.siteNotFound,
      });
      expect((await filters(siteId, '?scanId=first')).json).toMatchObject({
        status: 422,
        errors: [{ parameter: 'scanId' }],
      });
    });
  });
}

function describeNotes(asker: () => Asker): void {
  const { siteId, recommendations } = measured;
  const pathOf = (id: string) => `/v1/sites/${siteId}/recommendations/${id}/notes`;
  const [listed, bounds, refused] = recommendations.map(pathOf);

  describe('notes', () => {
    test('a note is added once and answered with all of them, newest first', async () => {
      const { note } = asker();
      const path = listed ?? '';
      const body = ' Ask “Éva” about\n<b>prices</b> 👟';
      const first = await note('agency', path, JSON.stringify({ body, extra: 1 }));
      expect(first.status).toBe(201);
      const [kept] = v.parse(NoteList, first.json).data;
      expect(first.json).toStrictEqual({
        data: [{ activityId: kept?.activityId, body, createdAt: '2026-02-01T00:00:00.000Z' }],
      });
      const second = v.parse(NoteList, (await note('client', path, '{"body":"more"}')).json);
      expect(second.data.map((each) => each.body)).toEqual(['more', body]);
      expect(second.data[1]).toEqual(kept);
      const stored = await asker().store.notes(
        { accountId: branches.first.accountId, clientId: null },
        siteId,
        measured.recommendations[0],
      );
      expect(stored).toHaveLength(2);
    });

    test('a note has 1 to 10,000 characters, counted as people do', async () => {
      const send = (body: string) => asker().note('agency', bounds ?? '', JSON.stringify({ body }));
      expect((await send('x')).status).toBe(201);
      expect((await send('👟'.repeat(10_000))).status).toBe(201);
      for (const body of ['', ' \n\t\u2003', 'x'.repeat(10_001), '👟'.repeat(10_001)]) {
        const answer = await send(body);
        expect(answer.status).toBe(422);
        expect(answer.json).toMatchObject({
          type: problemTypes.invalidBody,
          errors: [{ parameter: 'body' }],
        });
      }
    });

    test('what is no JSON note is refused, each in its way, and nothing is kept', async () => {
      const { ask, note } = asker();
      const path = refused ?? '';
      const send = async (type: string | null, body: string) => {
        const headers = new Headers(type ? { 'Content-Type': type } : {});
        return (await ask('agency', path, { method: 'POST', headers, body })).status;
      };
      expect(await send('text/plain', '{"body":"x"}')).toBe(415);
      expect(await send('application/x-www-form-urlencoded', 'body=x')).toBe(415);
      for (const text of ['', '{', 'body', '{"body":"x"']) {
        expect(await send('application/json', text)).toBe(400);
      }
      for (const text of ['null', '[]', '"x"', '{}', '{"body":1}', '{"body":null}']) {
        expect(await send('application/json', text)).toBe(422);
      }
      expect(await send('application/json', JSON.stringify({ body: 'x'.repeat(64 * 1024) }))).toBe(
        413,
      );

      const kept = await note('agency', path, '{"body":"the only one"}');
      expect(v.parse(NoteList, kept.json).data).toHaveLength(1);
    });

    test('JSON may name its charset', async () => {
      const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' };
      const init = { method: 'POST', headers, body: '{"body":"x"}' };
      expect((await asker().ask('agency', bounds ?? '', init)).status).toBe(201);
    });

    test('a key without the scope learns the scope, not what exists', async () => {
      const known = await asker().note('readonly', listed ?? '', '{"body":"x"}');
      expect(known.status).toBe(403);
      expect(known.json).toMatchObject({
        type: problemTypes.missingScope,
        detail: expect.stringContaining('recommendations:create'),
      });
      const unknown = await asker().note('readonly', pathOf(unknownId), '{"body":"x"}');
      expect(unknown.text).toBe(known.text);
    });

    test('an unknown recommendation is told from an unknown site', async () => {
      for (const id of [unknownId, 'x']) {
        const answer = await asker().note('agency', pathOf(id), '{"body":"x"}');
        expect(answer.json).toMatchObject({
          type: problemTypes.recommendationNotFound,
          status: 404,
        });
      }
      const path = pathOf(unknownId).replace(siteId, unknownId);
      expect((await asker().note('agency', path, '{"body":"x"}')).json).toMatchObject({
        type: problemTypes.siteNotFound,
        status: 404,
      });
    });
  });
}
