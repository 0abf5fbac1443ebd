import Papa from 'papaparse';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { utcDay } from '../../src/contract/dates/days.ts';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { TimelineReport } from '../../src/contract/resources.ts';
import { sharesScope } from '../../src/contract/scopes.ts';
import {
  everyDay,
  FeedPage,
  NewFeed,
  NewShare,
  SharedView,
  ShareList,
} from '../../src/contract/sightline/shares.ts';
import { toCsv } from '../../src/dashboard/site/export/csv.ts';
import { readSearch, requestInView } from '../../src/dashboard/site/search/search.ts';
import { toModel } from '../../src/figures/series/model.ts';
import { digestOf } from '../../src/service/access/keys.ts';
import { maxSharesPerKey } from '../../src/service/access/share-records.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { columnsOf } from '../setup/columns.ts';
import { createSetupCaller } from './contract-setup.ts';
import {
  branches,
  type KeyName,
  measured,
  moreSites,
  now,
  unknownId,
  uuid,
} from './small-world.ts';
import { loopbackHeader, type TestClient } from './test-client.ts';

const { siteId, brands, prompts, scans } = measured;
const sharesPath = (site: string = siteId) => pathTo('shares', { siteId: site });
const feedsPath = (site: string = siteId) => pathTo('feeds', { siteId: site });
const timelinePath = pathTo('timeline', { siteId });

const jsonHeaders = { 'Content-Type': 'application/json' };
const shareBody = {
  title: 'For Acme',
  pages: ['timeline'],
  question: '',
  dates: everyDay,
  view: '',
};

/** Tests shares and feeds: how they are created, what they open, and how they end. */
export function describeShares(client: () => TestClient): void {
  const post = (key: KeyName, path: string, body: object) =>
    client().callAs(key, path, {
      method: 'POST',
      headers: jsonHeaders,
      body: JSON.stringify(body),
    });
  const createShare = async (more: object = {}, key: KeyName = 'agency') => {
    const response = await post(key, sharesPath(), { ...shareBody, ...more });
    expect(response.status, response.text).toBe(201);
    return v.parse(NewShare, response.json);
  };
  const createFeed = async (question: string, more: object = {}) => {
    const response = await post('agency', feedsPath(), { question, ...more });
    expect(response.status, response.text).toBe(201);
    return v.parse(NewFeed, response.json);
  };
  const revoke = (key: KeyName, path: string) =>
    client().service.fetch(
      new Request(`http://service.test${path}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${client().key(key)}`, [loopbackHeader]: 'yes' },
      }),
    );
  const callWithToken = (token: string, path: string) =>
    client().call(path, { headers: { Authorization: `Bearer ${token}` } });
  const listShares = async (key: KeyName = 'agency') =>
    v.parse(ShareList, (await client().callAs(key, sharesPath())).json).data;
  const readFeed = (url: string, headers: Record<string, string> = {}) =>
    client().service.fetch(new Request(`http://service.test${url}`, { headers }));
  const withPassphrase = (secret: string, passphrase: string) =>
    `${secret}.${Buffer.from(passphrase).toString('base64url')}`;

  describe('a share', () => {
    test('is listed without its secret, and opens the shared site', async () => {
      const dates = { ...everyDay, startDate: '2026-01-01', endDate: '2026-01-03' };
      const { secret, ...share } = await createShare({ dates, view: 'groupBy=platform' });
      expect(share).toMatchObject({
        title: 'For Acme',
        pages: ['timeline'],
        hasPassphrase: false,
        opens: 0,
        createdBy: 'agency',
        expiresAt: '2026-03-03T00:00:00.000Z',
        lastOpenedAt: null,
      });
      expect(await listShares()).toContainEqual(share);
      const { status, text, json: view } = await callWithToken(secret, pathTo('share', {}));
      expect(status).toBe(200);
      expect(v.parse(SharedView, view)).toMatchObject({
        siteId,
        siteName: 'Shop',
        brandName: 'Acme',
        clientName: 'mark-first client',
        view: 'groupBy=platform',
        startDate: '2026-01-01',
        endDate: '2026-01-03',
      });
      expect(text).not.toContain(secret);
      expect(JSON.stringify(await client().store.keys())).not.toContain(secret);
    });

    test('counts how often it was opened, and records the last time', async () => {
      const { id, secret } = await createShare();
      for (const isSigningIn of [true, true, false]) {
        await client().service.fetch(
          new Request('http://service.test/sightline/v1/share', {
            headers: { Authorization: `Bearer ${secret}` },
          }),
          { address: '10.0.0.1', sessionBeganAt: null, isSigningIn },
        );
      }
      const share = (await listShares()).find((candidate) => candidate.id === id);
      expect(share).toMatchObject({ opens: 2, lastOpenedAt: new Date(now).toISOString() });
    });

    test('with only the matrix page gives access to timelines by platform and region, but not by brand', async () => {
      const { secret } = await createShare({ pages: ['matrix'] });
      expect((await callWithToken(secret, `${timelinePath}?groupBy=platform`)).status).toBe(200);
      expect((await callWithToken(secret, `${timelinePath}?groupBy=region`)).status).toBe(200);
      for (const query of ['', '?groupBy=brand', '?groupBy=platform&groupBy=brand']) {
        expect((await callWithToken(secret, timelinePath + query)).status, query).not.toBe(200);
      }
    });

    test.each([
      ['timeline', ['timeline', 'promptsReport']],
      ['matrix', ['matrix']],
      ['answers', ['answers', 'searches']],
      ['sources', ['domains', 'pages', 'sources']],
      ['report', ['timeline', 'matrix', 'sources', 'promptsReport']],
    ] as const)(
      'with the page %s gives access to the reports of that page only',
      async (page, allowed) => {
        const { secret } = await createShare({ pages: [page] });
        const paths = {
          timeline: timelinePath,
          promptsReport: pathTo('promptsReport', { siteId }),
          matrix: pathTo('matrix', { siteId }),
          answers: pathTo('answers', { siteId }),
          sources: pathTo('sources', { siteId }),
          domains: pathTo('domains', { siteId }),
          searches: pathTo('searches', { siteId }),
          pages: `${pathTo('pages', { siteId })}?domain=acme.example`,
        };
        const readable = [];
        for (const [name, path] of Object.entries(paths)) {
          if ((await callWithToken(secret, path)).status === 200) readable.push(name);
        }
        expect(readable.sort()).toEqual([...allowed].sort());
      },
    );

    test('lists only the capabilities that its pages need', async () => {
      const { secret } = await createShare({ pages: ['answers'] });
      const { json: discovery } = await callWithToken(secret, pathTo('discovery', {}));
      expect(Object(discovery).capabilities).toEqual([
        'sites',
        'scans',
        'counts',
        'answers',
        'searches',
      ]);
    });

    test('hides the brands that its locked filter excludes, but still measures against them', async () => {
      const { secret } = await createShare({
        pages: ['timeline', 'answers', 'sources'],
        question: `brand=${brands.beta}`,
      });
      const hiddenTexts = [brands.gamma, brands.delta, 'gamma', 'Delta'];
      const paths = [
        timelinePath,
        pathTo('site', { siteId }),
        pathTo('answers', { siteId }),
        pathTo('sources', { siteId }),
        pathTo('domains', { siteId }),
        pathTo('filters', { siteId }),
      ];
      for (const path of paths) {
        const { status, json: shown } = await callWithToken(secret, path);
        expect(status, path).toBe(200);
        // Excerpts are not checked, because a share does not change the texts of answers.
        const text = JSON.stringify(shown, (key, value) => (key === 'excerpt' ? '' : value));
        for (const hidden of hiddenTexts) expect(text, path).not.toContain(hidden);
      }
      const gap = `?metric=gap&brand=${brands.acme}`;
      expect((await callWithToken(secret, timelinePath + gap)).text).toBe(
        (await client().callAs('agency', timelinePath + gap)).text,
      );
      for (const query of [`?brand=${brands.gamma}`, `?groupBy=region&brandId=${brands.delta}`]) {
        const unknown = query.replace(/[0-9a-f-]{36}/, unknownId);
        const [hiddenResponse, unknownResponse] = [
          await callWithToken(secret, timelinePath + query),
          await callWithToken(secret, timelinePath + unknown),
        ];
        expect([hiddenResponse.status, hiddenResponse.text]).toEqual([404, unknownResponse.text]);
      }
    });

    test('gives access to nothing beyond its site and pages, and cannot change anything', async () => {
      const { secret, id } = await createShare({ pages: ['timeline', 'answers', 'report'] });
      const [recommendationId = ''] = measured.recommendations;
      const paths = [
        `/v1/clients/${branches.first.ids.clientId}/sites`,
        ...[branches.first.ids.siteId, moreSites.untracked].flatMap((other) => [
          pathTo('timeline', { siteId: other }),
          pathTo('site', { siteId: other }),
          pathTo('answers', { siteId: other }),
          pathTo('filters', { siteId: other }),
        ]),
        pathTo('recommendations', { siteId }),
        pathTo('recommendationNotes', { siteId, recommendationId }),
        sharesPath(),
        feedsPath(),
      ];
      for (const path of paths) expect((await callWithToken(secret, path)).status, path).toBe(404);
      expect((await callWithToken(secret, '/v1/clients')).json).toEqual({
        data: [],
        nextCursor: null,
      });
      const headers = { ...jsonHeaders, Authorization: `Bearer ${secret}` };
      const changes: [string, string, object][] = [
        ['POST', pathTo('notes', { siteId, recommendationId }), { body: 'x' }],
        ['POST', sharesPath(), shareBody],
        ['POST', feedsPath(), {}],
        ['DELETE', pathTo('revokeShare', { siteId, shareId: id }), {}],
      ];
      for (const [method, path, body] of changes) {
        const init = { method, headers, body: JSON.stringify(body) };
        const response = await client().service.fetch(new Request(`http://x.test${path}`, init));
        expect(response.status, path).toBe(404);
      }
    });

    test('shows no scan that the service is running', async () => {
      const { secret } = await createShare();
      const id = uuid(0x500);
      const plan = {
        prompts: [],
        cells: [],
        runs: 1,
        scanCeiling: 0,
        monthCeiling: 0,
        zone: 'UTC',
      };
      const ids = { accountId: branches.first.accountId, siteId, id };
      const request = { ...ids, createdAt: now, dueAt: null, requestedBy: 'agency', plan };
      await client().store.ledger.requestScan(request);
      const path = pathTo('scan', { siteId, scanId: id });
      expect((await client().callAs('readonly', path)).json).toMatchObject({ status: 'queued' });
      expect((await callWithToken(secret, path)).status).toBe(404);
      await client().store.ledger.addStep(ids, 'removed', now);
      expect((await client().callAs('readonly', path)).status).toBe(404);
    });

    test('opens only with its passphrase, in any Unicode form', async () => {
      const { secret, hasPassphrase } = await createShare({ passphrase: 'caf\u00e9 sesame' });
      expect(hasPassphrase).toBe(true);
      expect(JSON.stringify(await client().store.keys())).not.toContain('sesame');
      for (const token of [secret, `${secret}.`, withPassphrase(secret, 'cafe sesame')]) {
        const { status, json: body } = await callWithToken(token, timelinePath);
        expect([status, Object(body).type]).toEqual([401, problemTypes.passphraseNeeded]);
      }
      expect(
        (await callWithToken(withPassphrase(secret, 'cafe\u0301 sesame'), timelinePath)).status,
      ).toBe(200);
    });

    test('refuses further guesses from an address after ten wrong ones, even the correct one, but still serves open sessions', async () => {
      const { secret } = await createShare({ passphrase: 'open sesame' });
      const send = (address: string, passphrase: string, sessionBeganAt: number | null = null) =>
        client().service.fetch(
          new Request(`http://service.test${timelinePath}`, {
            headers: { Authorization: `Bearer ${withPassphrase(secret, passphrase)}` },
          }),
          { address, sessionBeganAt, isSigningIn: false },
        );
      expect((await send('192.0.2.1', 'open sesame')).status).toBe(200);
      const guesses = [];
      for (let guess = 0; guess < 11; guess += 1) {
        guesses.push((await send('192.0.2.7', `guess ${guess} wrong`)).status);
      }
      expect(guesses).toEqual([...Array(10).fill(401), 429]);
      const refused = await send('192.0.2.7', 'another one');
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect((await send('192.0.2.8', 'another one')).status).toBe(401);
      // Otherwise the difference would reveal a correct guess.
      expect((await send('192.0.2.7', 'open sesame')).status).toBe(429);
      expect((await send('192.0.2.7', 'open sesame', now)).status).toBe(200);
      expect((await send('192.0.2.1', 'open sesame')).status).toBe(200);
    });

    test('ends at once when it is revoked, and cannot be revoked again', async () => {
      const { id, secret } = await createShare();
      const path = pathTo('revokeShare', { siteId, shareId: id });
      expect((await callWithToken(secret, timelinePath)).status).toBe(200);
      expect((await revoke('agency', path)).status).toBe(204);
      expect((await callWithToken(secret, timelinePath)).status).toBe(401);
      expect((await listShares()).map((share) => share.id)).not.toContain(id);
      expect((await revoke('agency', path)).status).toBe(404);
    });

    test('ends when it expires', async () => {
      const { secret } = await createShare({ expiresAt: new Date(now + 1).toISOString() });
      expect((await callWithToken(secret, timelinePath)).status).toBe(200);
      const [share] = (await client().store.keys()).filter((key) => key.expiresAt === now + 1);
      if (share) await client().store.putKeys({ ...share, expiresAt: now });
      expect((await callWithToken(secret, timelinePath)).status).toBe(401);
    });

    test.each([
      ['no title', { title: ' ' }, 'title'],
      ['a title that changes the direction of text', { title: 'For \u202eAcme' }, 'title'],
      ['a title of nothing visible', { title: '\u200b' }, 'title'],
      ['no page', { pages: [] }, 'pages'],
      ['an unknown page', { pages: ['clients'] }, 'pages'],
      ['an invalid filter', { question: 'platform=altavista' }, 'platform'],
      ['a parameter that is not a filter', { question: 'metric=gap' }, 'metric'],
      ['an invalid day', { dates: { ...everyDay, startDate: '2026-02-30' } }, 'dates.startDate'],
      [
        'days in the wrong order',
        { dates: { ...everyDay, startDate: '2026-03-02', endDate: '2026-03-01' } },
        'dates.startDate',
      ],
      [
        'rolling and fixed days at once',
        { dates: { ...everyDay, range: '30d', endDate: '2026-03-01' } },
        'dates.range',
      ],
      [
        'a custom comparison without days',
        { dates: { ...everyDay, compare: 'custom' } },
        'dates.compare',
      ],
      ['an unknown range', { dates: { ...everyDay, range: '31d' } }, 'dates.range'],
      ['half of a surrogate pair in its title', { title: 'Acme \ud800' }, 'title'],
      ['half of a surrogate pair in its filters', { question: 'tag=\udc00' }, 'question'],
      ['half of a surrogate pair in its introduction', { view: 'introduction=\ud800' }, 'view'],
      ['half of a surrogate pair in its passphrase', { passphrase: '1234567\ud800' }, 'passphrase'],
      ['a short passphrase', { passphrase: '1234567' }, 'passphrase'],
      ['an expiry in the past', { expiresAt: '2026-01-31T00:00:00Z' }, 'expiresAt'],
      ['an expiry more than a year ahead', { expiresAt: '2027-03-01T00:00:00Z' }, 'expiresAt'],
      ['an invalid expiry', { expiresAt: 'tomorrow' }, 'expiresAt'],
    ])('with %s is refused with an error that names the parameter', async (_, more, parameter) => {
      const before = (await client().store.keys()).length;
      const { status, json: body } = await post('agency', sharesPath(), { ...shareBody, ...more });
      expect(status).toBe(422);
      expect(Object(body).errors[0].parameter).toContain(parameter);
      expect(await client().store.keys()).toHaveLength(before);
    });

    test('is refused once a key has created as many as it may have, until one ends', async () => {
      const { store } = client();
      const { id } = await createShare({}, 'client');
      const created = (await store.keys()).find((key) => key.id === id);
      if (!created?.share) throw new Error('The share is not stored.');
      const { share } = created;
      // They belong to other sites, so that the limit of a site is not reached.
      const others = Array.from({ length: maxSharesPerKey }, (_, n) => ({
        ...created,
        id: uuid(0x70000 + n),
        digest: digestOf(`share ${n}`),
        share: { ...share, siteId: unknownId },
      }));
      await store.putKeys(...others.slice(1));
      const refused = await post('client', sharesPath(), shareBody);
      expect([refused.status, Object(refused.json).type]).toEqual([409, problemTypes.sharesFull]);
      expect(refused.text).toContain(
        'A key can have created at most 1,000 active shares and feeds.',
      );
      expect((await post('client', feedsPath(), { question: '' })).status).toBe(409);
      await createShare();
      const [other] = others.slice(1);
      if (other) await store.putKeys({ ...other, revokedAt: now });
      expect((await post('client', sharesPath(), shareBody)).status).toBe(201);
      // Later tests may create shares with this key.
      await store.putKeys(...others.slice(1).map((record) => ({ ...record, revokedAt: now })));
    });

    test('can be created and revoked only by a key with the scope for shares', async () => {
      const { id } = await createShare();
      const created = await post('readonly', sharesPath(), shareBody);
      expect([created.status, Object(created.json).type]).toEqual([403, problemTypes.missingScope]);
      expect(created.text).toContain(sharesScope);
      const path = pathTo('revokeShare', { siteId, shareId: id });
      expect((await revoke('readonly', path)).status).toBe(403);
    });

    test('belongs to the tenant of the key that created it', async () => {
      const agencyShare = await createShare();
      const clientShare = await createShare({}, 'client');
      const ids = (shares: readonly { id: string }[]) => shares.map(({ id }) => id);
      expect(ids(await listShares('agency'))).toEqual(
        expect.arrayContaining([agencyShare.id, clientShare.id]),
      );
      expect(ids(await listShares('client'))).toContain(clientShare.id);
      expect(ids(await listShares('client'))).not.toContain(agencyShare.id);
      for (const key of ['other', 'business', 'client'] as const) {
        const path = pathTo('revokeShare', { siteId, shareId: agencyShare.id });
        expect((await revoke(key, path)).status, key).toBe(404);
      }
      for (const key of ['other', 'business'] as const) {
        for (const [pathOf, body] of [
          [sharesPath, shareBody],
          [feedsPath, { question: '' }],
        ] as const) {
          const unknown = await post(key, pathOf(unknownId), body);
          const foreign = await post(key, pathOf(), body);
          expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
        }
      }
      expect((await callWithToken(agencyShare.secret, timelinePath)).status).toBe(200);
    });

    test('of sample data opens only where sample keys are accepted', async () => {
      const path = sharesPath(branches.sample.ids.siteId);
      const { secret } = v.parse(NewShare, (await post('sample', path, shareBody)).json);
      const shared = pathTo('share', {});
      expect((await callWithToken(secret, shared)).status).toBe(401);
      const headers = { Authorization: `Bearer ${secret}`, [loopbackHeader]: 'yes' };
      expect((await client().call(shared, { headers })).status).toBe(200);
    });
  });

  describe('a feed', () => {
    const namesAndValues = (question: string) => {
      const parameters = new URLSearchParams(question);
      return [...parameters.keys()].map((name) => [name, parameters.getAll(name)]);
    };

    test.each([
      ['metric=visibility&groupBy=brand&startDate=2026-01-03', 'America/New_York'],
      [
        `groupBy=platform&brandId=${brands.beta}&platform=claude_api&platform=perplexity_app`,
        'Europe/Berlin',
      ],
      ['range=30d&groupBy=region&metric=sentiment', 'UTC'],
    ])(
      'has the table of the dashboard’s download of every point, without a key: %s',
      async (question, zone) => {
        const { url } = await createFeed(question);
        const address = new URL(url, 'http://service.test');
        expect(address.search).toBe('?zone=UTC');
        address.searchParams.set('zone', zone);
        const response = await readFeed(address.pathname + address.search);
        expect(response.status).toBe(200);
        expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
        const search = readSearch(Object.fromEntries(namesAndValues(question)));
        const inView = requestInView(search, utcDay(now));
        const sent = new URLSearchParams(question);
        sent.delete('range');
        for (const bound of ['startDate', 'endDate'] as const)
          if (inView[bound]) sent.set(bound, inView[bound]);
        const path = `${timelinePath}?${sent}`;
        const report = columnsOf(
          v.parse(TimelineReport, (await client().callAs('agency', path)).json),
        );
        const download = toCsv(
          { model: toModel(report, zone), report, request: inView, zone, siteName: 'Site' },
          Papa.unparse,
        );
        const text = (await Array.fromAsync(download)).join('');
        expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(text);
        expect(text.split('\r\n').length).toBeGreaterThan(4);
      },
    );

    test('keeps its table, byte for byte, at an address of an earlier version', async () => {
      const { url } = await createFeed(`startDate=2026-01-03&brand=${brands.acme}`);
      const response = await readFeed(new URL(url, 'http://service.test').pathname);
      const acme = `visibility,brand,Acme,${brands.acme},Acme`;
      expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(
        [
          '\uFEFFutc_day,completed_at,metric,group_by,series,series_key,brand,value,scan_id',
          `2026-01-03,,${acme},66.66666666666667,${scans.undated}`,
          `2026-01-03,2026-01-03T18:00:00.000Z,${acme},0,${scans.silent}`,
          `2026-01-05,2026-01-05T11:00:00.000Z,${acme},,${scans.empty}`,
          '',
        ].join('\r\n'),
      );
    });

    test('has a different ETag in each time zone, and refuses an invalid zone', async () => {
      const { url } = await createFeed('');
      const tagOf = async (address: string) => (await readFeed(address)).headers.get('ETag');
      const inBerlin = url.replace('UTC', 'Europe/Berlin');
      expect(await tagOf(inBerlin)).not.toBe(await tagOf(url));
      expect((await readFeed(url.replace('UTC', 'Nowhere'))).status).toBe(422);
    });

    test('is not resent while nothing has changed', async () => {
      const { url } = await createFeed('range=30d');
      const first = await readFeed(url);
      const tag = first.headers.get('ETag') ?? '';
      expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
      const unchangedResponse = await readFeed(url, { 'If-None-Match': tag });
      expect([unchangedResponse.status, await unchangedResponse.text()]).toEqual([304, '']);
      // A compressing proxy makes the tag a weak one.
      expect((await readFeed(url, { 'If-None-Match': `"other", W/${tag}` })).status).toBe(304);
      expect((await readFeed(url, { 'If-None-Match': '"other"' })).status).toBe(200);
    });

    test('opens only with its own token, which opens nothing else', async () => {
      const { url } = await createFeed('');
      const token = url.slice(url.lastIndexOf('/') + 1, url.indexOf('.csv'));
      for (const path of [timelinePath, '/v1/clients', pathTo('share', {})]) {
        expect((await callWithToken(token, path)).status, path).toBe(401);
      }
      const { secret } = await createShare();
      const alteredToken = token.slice(0, -1) + (token.endsWith('_') ? 'A' : '_');
      for (const other of [client().key('agency'), secret, alteredToken, 'x']) {
        const response = await readFeed(pathTo('feed', { token: other }));
        expect(response.status).toBe(404);
      }
    });

    test('is limited to sixty reads a minute', async () => {
      const { url } = await createFeed('');
      const statuses = [];
      for (let n = 0; n < 61; n += 1) statuses.push((await readFeed(url)).status);
      expect(statuses).toEqual([...Array(60).fill(200), 429]);
    });

    test('can be created only by a key with the scope for shares', async () => {
      expect((await post('readonly', feedsPath(), {})).status).toBe(403);
    });

    test('is listed without its token, and ends when it is revoked', async () => {
      const { id, url } = await createFeed(`promptId=${prompts.shoes}`);
      const { text, json: page } = await client().callAs('agency', feedsPath());
      expect(v.parse(FeedPage, page).data.map((feed) => feed.id)).toContain(id);
      expect(text).not.toContain('sl_');
      const path = pathTo('revokeFeed', { siteId, feedId: id });
      expect((await revoke('other', path)).status).toBe(404);
      expect((await revoke('agency', path)).status).toBe(204);
      expect((await readFeed(url)).status).toBe(404);
    });

    test.each([
      ['unheard=of', 'unheard'],
      ['tag=\ud800', 'question'],
      ['groupBy=city', 'groupBy'],
      ['range=31d', 'range'],
      ['range=30d&endDate=2026-01-03', 'range'],
      ['startDate=2026-01-03&endDate=2026-01-02', 'startDate'],
      [`brand=${unknownId}`, 'brand'],
      [`brand=${brands.beta}&groupBy=platform&brandId=${brands.gamma}`, 'brand'],
    ])(
      'with the question %s is refused with an error that names the parameter',
      async (question, parameter) => {
        const { status, text } = await post('agency', feedsPath(), { question });
        expect([404, 422]).toContain(status);
        expect(text).toContain(parameter);
      },
    );
  });
  describe('archiving a site', () => {
    const archivedId = moreSites.bare;
    const sitePath = pathTo('site', { siteId: archivedId });
    const { change } = createSetupCaller(client);
    const patchSite = (active: boolean) => change('agency', 'PATCH', sitePath, { active });
    const importRecord = (fields: object) => {
      const record = { type: 'site', id: archivedId, ...fields };
      return importMeasurements(client().store, recordInput('site.ndjson', [record]));
    };
    const record = {
      clientId: branches.first.ids.clientId,
      name: 'Bare',
      createdAt: '2025-06-02T00:00:00Z',
    };
    const createArchivedShare = async () =>
      v.parse(NewShare, (await post('agency', sharesPath(archivedId), shareBody)).json);
    const createArchivedFeed = async () =>
      v.parse(NewFeed, (await post('agency', feedsPath(archivedId), { question: '' })).json);
    const openShared = ({ secret }: NewShare) => callWithToken(secret, pathTo('share', {}));
    const readText = async ({ url }: NewFeed) => {
      const response = await readFeed(url);
      return [response.status, await response.text()];
    };

    test.each([
      ['a call', () => patchSite(false), () => patchSite(true)],
      [
        'a patch in a file',
        () => importRecord({ patch: true, active: false }),
        () => importRecord({ patch: true, active: true }),
      ],
      [
        'a record in a file',
        () => importRecord({ ...record, active: false }),
        () => importRecord(record),
      ],
    ])(
      'by %s ends its links and feeds at once, and restoring does not revive them',
      async (_, archive, restore) => {
        const share = await createArchivedShare();
        const feed = await createArchivedFeed();
        const revoked = await createArchivedFeed();
        await revoke('agency', pathTo('revokeFeed', { siteId: archivedId, feedId: revoked.id }));
        const other = await createShare();
        expect((await openShared(share)).status).toBe(200);
        expect((await readText(feed))[0]).toBe(200);
        await archive();
        const expectEnded = async () => {
          expect((await openShared(share)).status).toBe(401);
          expect(await readText(feed)).toEqual(await readText(revoked));
          const ended = (await client().store.keys()).find(({ id }) => id === share.id);
          expect(ended?.sessionsEndedAt).not.toBeNull();
        };
        await expectEnded();
        for (const [path, body] of [
          [sharesPath(archivedId), shareBody],
          [feedsPath(archivedId), { question: '' }],
        ] as const)
          expect((await post('agency', path, body)).json).toMatchObject({
            status: 409,
            type: problemTypes.siteArchived,
          });
        await restore();
        await expectEnded();
        expect((await openShared(other)).status).toBe(200);
      },
    );
  });
}
