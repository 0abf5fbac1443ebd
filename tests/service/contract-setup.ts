import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import type { HttpMethod } from '../../src/contract/endpoint.ts';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { MeasuredScanPage } from '../../src/contract/sightline/resources.ts';
import {
  ClientDetails,
  CreatedClient,
  CreatedSite,
  maxSetupAliases,
  SetupBrand,
  SetupJob,
  SetupMentions,
  SetupPrompt,
  SiteSetup,
} from '../../src/contract/sightline/setup.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { waitOptions } from '../setup/wait-options.ts';
import {
  branches,
  firstBranding,
  type KeyName,
  measured,
  moreSites,
  now,
  unknownId,
} from './small-world.ts';
import type { TestClient, TestResponse } from './test-client.ts';

const jsonHeaders = { 'Content-Type': 'application/json' };
const clientsPath = pathTo('createClient', {});
const clientPath = (clientId: string) => pathTo('client', { clientId });
const sitesPath = (clientId: string) => pathTo('createSite', { clientId });
const sitePath = (siteId: string) => pathTo('site', { siteId });
const setupPath = (siteId: string) => pathTo('setup', { siteId });
const firstClientId = branches.first.ids.clientId ?? '';

/** Calls the endpoints that change set-ups, with a key of the small world. */
export function createSetupCaller(client: () => TestClient) {
  const send = (key: KeyName, method: HttpMethod, path: string, body?: object) =>
    client().callAs(key, path, {
      method,
      ...(body && { headers: jsonHeaders, body: JSON.stringify(body) }),
    });
  const readJob = async (key: KeyName, path: string) =>
    v.parse(SetupJob, (await client().callAs(key, path)).json);
  /** Waits until a job has ended. */
  const endOf = (key: KeyName, path: string) =>
    vi.waitFor(async () => {
      const job = await readJob(key, path);
      expect(['done', 'failed']).toContain(job.state);
      return job;
    }, waitOptions);
  /**
   * Sends a change, and waits until it is stored if it goes on in the background, as it does while the store removes
   * replaced rows.
   */
  const change = async (
    key: KeyName,
    method: HttpMethod,
    path: string,
    body?: object,
  ): Promise<TestResponse> => {
    const response = await send(key, method, path, body);
    if (response.status !== 202) return response;
    const job = await endOf(key, response.headers.get('Location') ?? '');
    expect(job.failure).toBeNull();
    return response;
  };
  const readSetup = async (siteId: string, key: KeyName = 'agency') =>
    v.parse(SiteSetup, (await client().callAs(key, setupPath(siteId))).json);
  return { send, change, endOf, readJob, readSetup };
}

/** Tests the endpoints that read and change clients, sites and their set-ups. */
export function describeSetup(client: () => TestClient): void {
  const { send, change, readSetup } = createSetupCaller(client);
  const readClient = async (id: string) =>
    v.parse(ClientDetails, (await client().callAs('agency', clientPath(id))).json);
  let nextId = 0;
  const newId = () => {
    nextId += 1;
    return `00000005-0000-4000-8000-${String(nextId).padStart(12, '0')}`;
  };
  /** Creates a client with a site that has a tracked brand, a competitor and two questions. */
  const createSite = async () => {
    const [clientId, siteId] = [newId(), newId()];
    const response = await change('agency', 'POST', clientsPath, {
      id: clientId,
      name: `Client ${clientId}`,
      site: {
        id: siteId,
        name: `Site ${siteId}`,
        url: 'https://acme.example',
        brands: [
          { name: 'Acme', role: 'tracked', domains: ['www.acme.example'] },
          { name: 'Beta', role: 'competitor', aliases: ['Beta', 'Beta Sports'] },
        ],
        prompts: [{ text: 'Which shoes last?', tags: ['price'] }, { text: 'Who repairs shoes?' }],
      },
    });
    expect([201, 202], response.text).toContain(response.status);
    return { clientId, siteId, clientName: `Client ${clientId}`, siteName: `Site ${siteId}` };
  };

  let unchangedSite: ReturnType<typeof createSite> | null = null;
  /** Returns a site that `createSite` has created for all tests that do not change it. */
  const requireUnchangedSite = () => {
    unchangedSite ??= createSite();
    return unchangedSite;
  };

  /** Imports a completed scan with one answer for each text. */
  const importAnswers = (siteId: string, promptId: string, texts: readonly string[]) => {
    const scanId = newId();
    const instants = { createdAt: '2026-01-20T10:00:00Z', completedAt: '2026-01-20T11:00:00Z' };
    return importMeasurements(
      client().store,
      recordInput('answers', [
        { type: 'scan', id: scanId, siteId, status: 'completed', ...instants },
        ...texts.map((text, index) => ({
          type: 'answer',
          scanId,
          promptId,
          platform: 'claude_api',
          region: 'US',
          run: index + 1,
          text,
        })),
      ]),
    );
  };

  describe('a client', () => {
    test('is returned with its branding, the number of all its sites, and its archived ones', async () => {
      expect(await readClient(firstClientId)).toMatchObject({
        id: firstClientId,
        name: 'mark-first client',
        websiteUrl: 'https://mark-first.example',
        ...firstBranding,
        sites: 5,
        archivedSites: [{ id: moreSites.inactive, name: 'Inactive' }],
      });
    });

    test('is created with its first site, whose set-up is returned as it was sent', async () => {
      const { clientId, siteId, clientName, siteName } = await requireUnchangedSite();
      expect(await readClient(clientId)).toMatchObject({
        name: clientName,
        createdAt: new Date(now).toISOString(),
        updatedAt: new Date(now).toISOString(),
        sites: 1,
        archivedSites: [],
      });
      expect(await readSetup(siteId)).toMatchObject({
        siteId,
        name: siteName,
        url: 'https://acme.example',
        active: true,
        clientId,
        clientName,
        brands: [
          { name: 'Acme', role: 'tracked', aliases: ['Acme'], domains: ['acme.example'] },
          { name: 'Beta', role: 'competitor', aliases: ['Beta', 'Beta Sports'], domains: [] },
        ],
        prompts: [
          { text: 'Which shoes last?', tags: ['price'], retired: false, hasAnswers: false },
          { text: 'Who repairs shoes?', tags: [], retired: false, hasAnswers: false },
        ],
      });
    });

    test('without a chosen ID gets a new one', async () => {
      const response = await change('agency', 'POST', clientsPath, { name: 'Unnumbered' });
      // The client itself, or the job that created it.
      const created = v.parse(CreatedClient, response.json);
      expect(await readClient(created.clientId)).toMatchObject({ name: 'Unnumbered', sites: 0 });
      expect(created.siteId).toBeNull();
    });

    test.each(['sample', 'other'] as const)(
      'is created in the account of the key %s',
      async (key) => {
        const id = newId();
        await change(key, 'POST', clientsPath, { id, name: 'Own' });
        expect((await client().callAs(key, clientPath(id))).json).toMatchObject({ name: 'Own' });
        expect((await client().callAs('agency', clientPath(id))).status).toBe(404);
      },
    );

    test('is changed by a key limited to it, and so are its sites', async () => {
      const siteId = newId();
      await change('client', 'POST', sitesPath(firstClientId), { id: siteId, name: 'Third' });
      await change('client', 'PATCH', sitePath(siteId), { url: 'https://third.example' });
      expect(await readSetup(siteId)).toMatchObject({ url: 'https://third.example' });
      await change('client', 'DELETE', `${sitePath(siteId)}?name=Third`);
      expect((await client().callAs('agency', sitePath(siteId))).status).toBe(404);
    });

    test('is not created again with the same ID', async () => {
      const body = { id: firstClientId, name: 'Again' };
      const response = await send('agency', 'POST', clientsPath, body);
      expect([response.status, response.json]).toMatchObject([
        409,
        { type: problemTypes.alreadyExists },
      ]);
      expect((await readClient(firstClientId)).name).toBe('mark-first client');
    });

    test('with an ID that is or was used gets the same response, whoever has or had it', async () => {
      const [ownId, removedId] = [newId(), newId()];
      const { siteId } = await createSite();
      await change('agency', 'POST', clientsPath, { id: ownId, name: 'Own' });
      await change('agency', 'POST', clientsPath, { id: removedId, name: 'Gone' });
      await change('agency', 'DELETE', `${clientPath(removedId)}?name=Gone`);
      const responses = await Promise.all(
        (
          [
            ['agency', ownId],
            ['agency', removedId],
            ['other', ownId],
            ['other', removedId],
            // Of another kind.
            ['agency', siteId],
            ['other', siteId],
          ] as const
        ).map(async ([key, id]) => {
          const response = await send(key, 'POST', clientsPath, { id, name: 'Mine' });
          return [response.status, response.text.replace(id, 'ID')];
        }),
      );
      expect(responses).toEqual(responses.map(() => responses[0]));
      expect(responses[0]?.[0]).toBe(409);
    });

    test('is changed in the given fields only', async () => {
      const { clientId, clientName } = await createSite();
      await change('agency', 'PATCH', clientPath(clientId), {
        industry: 'Shoes',
        accent: '#00875A',
      });
      await change('agency', 'PATCH', clientPath(clientId), { industry: '' });
      expect(await readClient(clientId)).toMatchObject({
        name: clientName,
        industry: '',
        accent: '#00875a',
      });
    });

    test('has no industry and description if nothing of them can be seen', async () => {
      const { clientId } = await createSite();
      const body = { industry: '\u200b', description: '\u3164\n\u2800' };
      await change('agency', 'PATCH', clientPath(clientId), body);
      expect(await readClient(clientId)).toMatchObject({ industry: '', description: '' });
    });

    test.each([
      [{ accent: 'green' }, 'accent'],
      [{ logo: 'data:text/html,x' }, 'logo'],
      [{ name: ' ' }, 'name'],
      [{ name: '\ud800' }, 'name'],
      [[1], 'body'],
      [{ reportName: '\u2800' }, 'reportName'],
    ])('is not changed to %j', async (body, parameter) => {
      const response = await send('agency', 'PATCH', clientPath(firstClientId), body);
      expect([response.status, response.json]).toMatchObject([
        422,
        { type: problemTypes.invalidBody, errors: [{ parameter }] },
      ]);
    });

    test('of a business is refused', async () => {
      const response = await send('business', 'POST', clientsPath, { name: 'No' });
      expect([response.status, response.json]).toMatchObject([
        403,
        { type: problemTypes.wrongAccountKind },
      ]);
    });

    test('is deleted with its sites if its name is given', async () => {
      const { clientId, siteId, clientName } = await createSite();
      const wrong = await send('agency', 'DELETE', `${clientPath(clientId)}?name=Other`);
      expect([wrong.status, wrong.json]).toMatchObject([
        422,
        { type: problemTypes.nameMismatch, errors: [{ parameter: 'name' }] },
      ]);
      const path = `${clientPath(clientId)}?name=${encodeURIComponent(clientName)}`;
      const response = await change('agency', 'DELETE', path);
      expect([202, 204]).toContain(response.status);
      for (const gone of [clientPath(clientId), setupPath(siteId)])
        expect((await client().callAs('agency', gone)).status).toBe(404);
      const { text } = await client().callAs('agency', pathTo('clients', {}));
      expect(text).not.toContain(clientName);
    });

    test('is neither created nor deleted by a key limited to one client', async () => {
      const creation = await send('client', 'POST', clientsPath, { name: 'No' });
      const path = `${clientPath(firstClientId)}?name=mark-first%20client`;
      const deletion = await send('client', 'DELETE', path);
      for (const { status, json } of [creation, deletion])
        expect([status, json]).toMatchObject([403, { type: problemTypes.accountKeyNeeded }]);
      expect((await readClient(firstClientId)).name).toBe('mark-first client');
    });
  });

  describe('a site', () => {
    test('is created below a client', async () => {
      const { clientId } = await createSite();
      const id = newId();
      const response = await change('agency', 'POST', sitesPath(clientId), { id, name: 'Second' });
      // The site itself, or the job that created it.
      expect(v.parse(CreatedSite, response.json)).toEqual({ siteId: id });
      expect(await readSetup(id)).toMatchObject({ name: 'Second', clientId, brands: [] });
      expect((await readClient(clientId)).sites).toBe(2);
    });

    test('of a business has no client', async () => {
      const id = newId();
      const path = pathTo('createBusinessSite', {});
      await change('business', 'POST', path, { id, name: 'Shop' });
      expect(await readSetup(id, 'business')).toMatchObject({ name: 'Shop', clientId: null });
    });

    test('without a client is refused for an agency', async () => {
      const path = pathTo('createBusinessSite', {});
      const response = await send('agency', 'POST', path, { name: 'No' });
      expect([response.status, response.json]).toMatchObject([
        403,
        { type: problemTypes.wrongAccountKind },
      ]);
    });

    test('is deleted if its name is given', async () => {
      const { clientId, siteId, siteName } = await createSite();
      const response = await change(
        'agency',
        'DELETE',
        `${sitePath(siteId)}?name=${encodeURIComponent(siteName)}`,
      );
      expect([202, 204]).toContain(response.status);
      expect((await client().callAs('agency', sitePath(siteId))).status).toBe(404);
      expect((await readClient(clientId)).sites).toBe(0);
    });

    test('loses a scan that is deleted, with its answers', async () => {
      const { siteId } = await createSite();
      const { prompts } = await readSetup(siteId);
      await importAnswers(siteId, prompts[0]?.id ?? '', ['Acme is fine.']);
      const scansPath = pathTo('scans', { siteId });
      const [scan] = v.parse(
        MeasuredScanPage,
        (await client().callAs('agency', scansPath)).json,
      ).data;
      expect(scan?.answers).toBe(1);
      await change('agency', 'DELETE', pathTo('deleteScan', { siteId, scanId: scan?.id ?? '' }));
      expect((await client().callAs('agency', scansPath)).json).toMatchObject({ data: [] });
      expect((await readSetup(siteId)).prompts[0]?.hasAnswers).toBe(false);
    });

    describe('with a scan that the service runs', () => {
      const id = '00000007-0000-4000-8000-000000000001';
      const { accountId } = branches.first;
      const requestScan = async () => {
        const { siteId } = await createSite();
        const amounts = { scanCeiling: 1, monthCeiling: 1 };
        await client().store.ledger.requestScan({
          ...{ id, accountId, siteId, createdAt: now, dueAt: null, requestedBy: 'agency' },
          plan: { prompts: [], cells: [], runs: 1, ...amounts, zone: 'UTC' },
        });
        const remove = () => send('agency', 'DELETE', pathTo('deleteScan', { siteId, scanId: id }));
        return { siteId, remove };
      };
      const tenant = { accountId, clientId: null };

      test('keeps it as long as it runs, and loses it once it has failed', async () => {
        const { ledger } = client().store;
        const { siteId, remove } = await requestScan();
        const refusal = await remove();
        expect([refusal.status, refusal.json]).toMatchObject([
          409,
          { type: problemTypes.scanRunning, detail: expect.stringContaining('still running') },
        ]);
        await ledger.addStep({ accountId, siteId, id }, 'failed', now);
        expect(await ledger.scan(tenant, siteId, id)).toMatchObject({ step: 'failed' });
        expect((await remove()).status).toBe(204);
        expect(await ledger.scan(tenant, siteId, id)).toBeNull();
        expect((await remove()).status).toBe(404);
      });
    });

    test('is archived and restored', async () => {
      const { siteId, siteName } = await createSite();
      const isListed = async () =>
        (await client().callAs('agency', `${pathTo('sites', {})}?q=${siteId}`)).text.includes(
          siteName,
        );
      expect(await isListed()).toBe(true);
      await change('agency', 'PATCH', sitePath(siteId), { active: false });
      expect(await isListed()).toBe(false);
      expect((await readSetup(siteId)).active).toBe(false);
      await change('agency', 'PATCH', sitePath(siteId), { active: true });
      expect(await isListed()).toBe(true);
    });
  });

  describe('a set-up', () => {
    const save = async (siteId: string, more: (setup: SiteSetup) => object) => {
      const setup = await readSetup(siteId);
      return change('agency', 'PUT', setupPath(siteId), { ...setup, ...more(setup) });
    };

    test('is saved with new, changed and left out entries', async () => {
      const { siteId } = await createSite();
      await save(siteId, ({ brands, prompts }) => ({
        name: 'Renamed',
        brands: [...brands, { name: 'Gamma', role: 'competitor' }],
        prompts: [{ ...prompts[0], category: 'Buying' }, prompts[1], { text: 'Where to buy?' }],
      }));
      const saved = await readSetup(siteId);
      expect(saved).toMatchObject({
        name: 'Renamed',
        brands: [{ name: 'Acme' }, { name: 'Beta' }, { name: 'Gamma', aliases: ['Gamma'] }],
        prompts: [
          { text: 'Which shoes last?', category: 'Buying' },
          { text: 'Who repairs shoes?' },
          { text: 'Where to buy?' },
        ],
      });
    });

    test('keeps its revision if nothing is changed', async () => {
      const { siteId } = await requireUnchangedSite();
      const before = await readSetup(siteId);
      const response = await save(siteId, () => ({}));
      expect([response.status, response.json]).toEqual([200, before]);
    });

    test('is not saved over a change that was made since it was read', async () => {
      const { siteId } = await createSite();
      const before = await readSetup(siteId);
      await save(siteId, () => ({ name: 'First' }));
      const second = { ...before, name: 'Second' };
      const response = await send('agency', 'PUT', setupPath(siteId), second);
      expect([response.status, response.json]).toMatchObject([
        409,
        { type: problemTypes.setupChanged },
      ]);
      expect((await readSetup(siteId)).name).toBe('First');
    });

    test('keeps its revision when answers are imported, which mark the questions', async () => {
      const { siteId } = await createSite();
      const before = await readSetup(siteId);
      expect(before.prompts.map(({ hasAnswers }) => hasAnswers)).toEqual([false, false]);
      await importAnswers(siteId, before.prompts[0]?.id ?? '', ['Acme is fine.']);
      const after = await readSetup(siteId);
      expect(after.prompts.map(({ hasAnswers }) => hasAnswers)).toEqual([true, false]);
      expect(after.revision).toBe(before.revision);
    });

    test('has the language of questions where it is certain', async () => {
      const { siteId } = await createSite();
      const texts = ['Wo kaufe ich Laufschuhe von Acme?', 'Acme Nike?'];
      await save(siteId, ({ prompts }) => ({
        prompts: [...prompts, ...texts.map((text) => ({ text }))],
      }));
      const languages = new Map(
        (await readSetup(siteId)).prompts.map(({ text, language }) => [text, language]),
      );
      expect(texts.map((text) => languages.get(text))).toEqual(['de', null]);
      const promptsPath = pathTo('addPrompt', { siteId });
      const added = await send('agency', 'POST', promptsPath, {
        text: 'Quelle marque est la meilleure ?',
      });
      expect(added.json).toMatchObject({ language: 'fr' });
    });

    test('loses brands and questions without answers that are left out', async () => {
      const { siteId } = await createSite();
      await save(siteId, ({ brands, prompts }) => ({
        brands: brands.slice(0, 1),
        prompts: prompts.slice(1),
      }));
      expect(await readSetup(siteId)).toMatchObject({
        brands: [{ name: 'Acme' }],
        prompts: [{ text: 'Who repairs shoes?' }],
      });
    });

    test('retires a question and brings it back, keeping its answers', async () => {
      const { siteId } = await createSite();
      const { prompts } = await readSetup(siteId);
      const promptId = prompts[0]?.id ?? '';
      await importAnswers(siteId, promptId, ['Acme is fine.']);
      for (const retired of [true, false]) {
        await save(siteId, (setup) => ({
          prompts: setup.prompts.map((prompt) =>
            prompt.id === promptId ? { ...prompt, retired } : prompt,
          ),
        }));
        const saved = (await readSetup(siteId)).prompts.find(({ id }) => id === promptId);
        expect(saved).toMatchObject({ retired, hasAnswers: true });
      }
    });

    test('turns a discovered brand into a competitor, by its ID or its name', async () => {
      const { siteId } = await createSite();
      const discovered = ['Linden', 'Maple'].map((name) => ({
        type: 'brand',
        id: newId(),
        siteId,
        name,
        role: 'discovered',
      }));
      await importMeasurements(client().store, recordInput('brands', discovered));
      const before = await readSetup(siteId);
      expect(before.brands.map(({ name }) => name)).toEqual(['Acme', 'Beta']);
      await save(siteId, ({ brands }) => ({
        brands: [
          ...brands,
          { id: discovered[0]?.id, name: 'Linden', role: 'competitor' },
          { name: 'maple', role: 'competitor' },
        ],
      }));
      const after = await readSetup(siteId);
      expect(after.brands.map(({ id, name }) => [id, name]).slice(2)).toEqual([
        [discovered[0]?.id, 'Linden'],
        [discovered[1]?.id, 'maple'],
      ]);
    });

    test('keeps discovered brands that it does not list', async () => {
      const { siteId } = await createSite();
      const oak = { type: 'brand', id: newId(), siteId, name: 'Oak', role: 'discovered' };
      await importMeasurements(client().store, recordInput('brands', [oak]));
      await save(siteId, () => ({ name: 'Renamed' }));
      const details = await client().callAs('agency', sitePath(siteId));
      expect(details.json).toMatchObject({ name: 'Renamed' });
      expect(details.text).toContain('Oak');
    });

    test('with a chosen ID that exists elsewhere is refused', async () => {
      const { siteId } = await requireUnchangedSite();
      const before = await readSetup(siteId);
      const body = {
        ...before,
        brands: [...before.brands, { id: measured.brands.acme, name: 'X', role: 'competitor' }],
      };
      const response = await send('agency', 'PUT', setupPath(siteId), body);
      expect([response.status, response.json]).toMatchObject([
        409,
        { type: problemTypes.alreadyExists },
      ]);
    });

    test.each([
      [
        'two tracked brands',
        {
          brands: [
            { name: 'A', role: 'tracked' },
            { name: 'B', role: 'tracked' },
          ],
        },
        'brands[1].role',
      ],
      [
        'two brands with the same name',
        {
          brands: [
            { name: 'A  b', role: 'tracked' },
            { name: 'a B', role: 'competitor' },
          ],
        },
        'brands[1].name',
      ],
      [
        'the same question twice',
        { prompts: [{ text: 'Why?' }, { text: 'Who?' }, { text: ' why? ' }] },
        'prompts[2].text',
      ],
      [
        'two questions that differ in invisible characters only',
        { prompts: [{ text: 'Why?' }, { text: 'W\u200bhy\u00ad?' }] },
        'prompts[1].text',
      ],
      [
        'two names that differ in how an accent is written only',
        {
          brands: [
            { name: 'Caf\u00e9', role: 'tracked' },
            { name: 'Cafe\u034f\u0301\u2800', role: 'competitor' },
          ],
        },
        'brands[1].name',
      ],
      ['a name with a control character', { name: 'Acme\u0007Shop' }, 'name'],
      ['an address that is no web address', { url: 'javascript:alert(1)' }, 'url'],
      ['an address with a password', { url: 'https://me:secret@a.example' }, 'url'],
      [
        'an alias that changes the direction of text',
        { brands: [{ name: 'A', role: 'tracked', aliases: ['A', '\u2067B'] }] },
        'brands[0].aliases[1]',
      ],
      ['a question of nothing visible', { prompts: [{ text: '\u2060' }] }, 'prompts[0].text'],
      ['an empty question', { prompts: [{ text: ' ' }] }, 'prompts[0].text'],
      ['a discovered brand', { brands: [{ name: 'A', role: 'discovered' }] }, 'brands[0].role'],
      [
        'a domain with a query',
        { brands: [{ name: 'A', role: 'tracked', domains: ['a.example/x?y'] }] },
        'brands[0].domains[0]',
      ],
      [
        'a public suffix',
        { brands: [{ name: 'A', role: 'tracked', domains: ['a.co.uk', 'co.uk'] }] },
        'brands[0].domains[1]',
      ],
      [
        'a host that many share',
        { brands: [{ name: 'A', role: 'tracked', domains: ['github.com'] }] },
        'brands[0].wholeHosts',
      ],
      [
        'too many brands',
        { brands: Array.from({ length: 201 }, (_, n) => ({ name: `${n}`, role: 'competitor' })) },
        'brands',
      ],
    ])('with %s is refused, with the path of the field', async (_, more, parameter) => {
      const { siteId } = await requireUnchangedSite();
      const before = await readSetup(siteId);
      const response = await send('agency', 'PUT', setupPath(siteId), { ...before, ...more });
      expect([response.status, response.json]).toMatchObject([
        422,
        { type: problemTypes.invalidBody, errors: [{ parameter }] },
      ]);
      expect(await readSetup(siteId)).toEqual(before);
    });

    test('keeps a name with a control character that was imported, and can be saved with it', async () => {
      const { siteId } = await createSite();
      const before = await readSetup(siteId);
      const [brand] = before.brands;
      const name = 'Ac\u202eme\u0007!';
      await importMeasurements(
        client().store,
        recordInput('brand.ndjson', [{ type: 'brand', id: brand?.id, patch: true, name }]),
      );
      const stored = await readSetup(siteId);
      expect(stored.brands[0]?.name).toBe(name);
      const brands = stored.brands.map((one) => ({ ...one, domains: ['new.example'] }));
      const response = await change('agency', 'PUT', setupPath(siteId), { ...stored, brands });
      expect([200, 202], response.text).toContain(response.status);
      expect((await readSetup(siteId)).brands[0]).toMatchObject({ name, domains: ['new.example'] });
    });

    test('has a host that many share only if that is confirmed, once', async () => {
      const { siteId } = await createSite();
      const before = await readSetup(siteId);
      const save = (setup: object) => send('agency', 'PUT', setupPath(siteId), setup);
      const withDomains = (setup: SiteSetup, fields: object) => ({
        ...setup,
        brands: setup.brands.map((one, index) => (index === 0 ? { ...one, ...fields } : one)),
      });
      const domains = ['GitHub.com', 'myshopify.com', 'Medium.com/@Acme'];
      const refused = await save(withDomains(before, { domains }));
      const message = expect.stringMatching(
        /^Is all of github\.com yours\? .* Is all of myshopify\.com yours\? /,
      );
      expect([refused.status, refused.json]).toMatchObject([
        422,
        {
          type: problemTypes.invalidBody,
          errors: [{ parameter: 'brands[0].wholeHosts', message }],
        },
      ]);
      await change(
        'agency',
        'PUT',
        setupPath(siteId),
        withDomains(before, { domains, wholeHosts: domains }),
      );
      const stored = await readSetup(siteId);
      expect(stored.brands[0]?.domains).toEqual([
        'github.com',
        'myshopify.com',
        'medium.com/@acme',
      ]);
      await change('agency', 'PUT', setupPath(siteId), withDomains(stored, { aliases: ['A'] }));
      expect((await readSetup(siteId)).brands[0]).toMatchObject({ aliases: ['A'] });
      const path = pathTo('site', { siteId });
      expect((await client().callAs('agency', path)).json).toMatchObject({
        brands: [{ domains: stored.brands[0]?.domains }, {}],
      });
    });

    test('shows domains in their own script, and saving them as shown changes nothing', async () => {
      const { siteId } = await createSite();
      const before = await readSetup(siteId);
      const brands = before.brands.map((one) => ({
        ...one,
        domains: ['Müller.de', 'example.com/Bücher', `example.com/${'✓'.repeat(100)}`],
      }));
      await change('agency', 'PUT', setupPath(siteId), { ...before, brands });
      const stored = await readSetup(siteId);
      expect(stored.brands[0]?.domains.slice(0, 2)).toEqual(['müller.de', 'example.com/bücher']);
      const { status } = await change('agency', 'PUT', setupPath(siteId), stored);
      expect(status).toBe(200);
      expect((await readSetup(siteId)).revision).toBe(stored.revision);
    });

    test('is refused without a question that has answers', async () => {
      const before = await readSetup(measured.siteId);
      const body = { ...before, prompts: before.prompts.slice(1) };
      const response = await send('agency', 'PUT', setupPath(measured.siteId), body);
      expect([response.status, response.json]).toMatchObject([
        409,
        { type: problemTypes.hasAnswers, errors: [{ parameter: 'prompts' }] },
      ]);
    });

    test('is refused with more aliases in all than a site can have', async () => {
      const { siteId } = await requireUnchangedSite();
      const setup = await readSetup(siteId);
      const rivals = Array.from({ length: maxSetupAliases / 100 }, (_, rival) => ({
        name: `Rival ${rival}`,
        role: 'competitor',
        aliases: Array.from({ length: 100 }, (_, alias) => `Rival ${rival}-${alias}`),
      }));
      const body = { ...setup, brands: [...setup.brands, ...rivals] };
      const response = await send('agency', 'PUT', setupPath(siteId), body);
      expect(response.status).toBe(422);
      expect(response.json).toMatchObject({
        errors: [{ parameter: 'brands', message: 'must have at most 2,000 aliases in all' }],
      });
    });

    test('of a site of another tenant is not found', async () => {
      const path = setupPath(branches.other.ids.siteId);
      const unknown = await client().callAs('agency', setupPath(unknownId));
      const foreign = await client().callAs('agency', path);
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    });
  });

  describe('a brand and a question', () => {
    test('are added, changed and returned', async () => {
      const { siteId } = await createSite();
      const [brandId, promptId] = [newId(), newId()];
      const brandsPath = pathTo('addBrand', { siteId });
      const promptsPath = pathTo('addPrompt', { siteId });
      await change('agency', 'POST', brandsPath, {
        id: brandId,
        name: 'Delta',
        role: 'competitor',
      });
      await change('agency', 'POST', promptsPath, { id: promptId, text: 'Anything new?' });
      const changedBrand = await change(
        'agency',
        'PATCH',
        pathTo('changeBrand', { siteId, brandId }),
        { aliases: ['Delta', 'Delta Co'] },
      );
      const changedPrompt = await change(
        'agency',
        'PATCH',
        pathTo('changePrompt', { siteId, promptId }),
        { category: 'News' },
      );
      if (changedBrand.status === 200)
        expect(v.parse(SetupBrand, changedBrand.json).aliases).toEqual(['Delta', 'Delta Co']);
      if (changedPrompt.status === 200)
        expect(v.parse(SetupPrompt, changedPrompt.json).category).toBe('News');
      const { brands, prompts } = await readSetup(siteId);
      expect(brands.at(-1)).toMatchObject({ id: brandId, aliases: ['Delta', 'Delta Co'] });
      expect(prompts.at(-1)).toMatchObject({ id: promptId, category: 'News' });
    });

    test('are deleted', async () => {
      const { siteId } = await createSite();
      const { brands, prompts } = await readSetup(siteId);
      const brandId = brands[1]?.id ?? '';
      const promptId = prompts[1]?.id ?? '';
      await change('agency', 'DELETE', pathTo('deleteBrand', { siteId, brandId }));
      await change('agency', 'DELETE', pathTo('deletePrompt', { siteId, promptId }));
      expect(await readSetup(siteId)).toMatchObject({
        brands: [{ name: 'Acme' }],
        prompts: [{ text: 'Which shoes last?' }],
      });
    });

    test.each([
      ['addBrand', 'a brand', { name: 'ACME', role: 'competitor' }, 'name'],
      ['addBrand', 'a second tracked brand', { name: 'Other', role: 'tracked' }, 'role'],
      ['addPrompt', 'a question', { text: 'which  shoes last?' }, 'text'],
    ] as const)('%s refuses %s that does not fit the others', async (name, _, body, parameter) => {
      const { siteId } = await requireUnchangedSite();
      const response = await send('agency', 'POST', pathTo(name, { siteId }), body);
      expect([response.status, response.json]).toMatchObject([422, { errors: [{ parameter }] }]);
    });
  });

  test('a set-up does not grow beyond 3 MiB, and can then still be saved as a whole', async () => {
    const { siteId } = await createSite();
    const setup = await readSetup(siteId);
    const large = Array.from({ length: 305 }, (_, index) => ({
      text: `${index} `.padEnd(9_999, 'q').concat('?'),
    }));
    const prompts = [...setup.prompts, ...large];
    const saved = await change('agency', 'PUT', setupPath(siteId), { ...setup, prompts });
    expect([200, 202], saved.text).toContain(saved.status);
    const added = { text: 'One more?' };
    const addPath = pathTo('addPrompt', { siteId });
    const tags = Array.from({ length: 100 }, (_, tag) => `${tag}`.padEnd(500, 'x'));
    const promptId = setup.prompts[0]?.id ?? '';
    const changePath = pathTo('changePrompt', { siteId, promptId });
    for (const response of [
      await send('agency', 'POST', addPath, { ...added, tags }),
      await send('agency', 'PATCH', changePath, { tags }),
    ]) {
      expect(response.status).toBe(409);
      expect(response.json).toMatchObject({
        type: problemTypes.tooManyRecords,
        detail:
          'The brands and questions of a site can have at most 3 MiB as JSON. Nothing was changed.',
      });
    }
    const full = await readSetup(siteId);
    await change('agency', 'PUT', setupPath(siteId), { ...full, name: 'Still saved' });
    expect(await readSetup(siteId)).toMatchObject({
      name: 'Still saved',
      prompts: { length: prompts.length },
    });
  });

  test('the brands of a site get no more aliases one by one than in all', async () => {
    const { siteId } = await createSite();
    const setup = await readSetup(siteId);
    const aliasesOf = (rival: number, count: number) =>
      Array.from({ length: count }, (_, alias) => `Rival ${rival}-${alias}`);
    const rivals = Array.from({ length: maxSetupAliases / 100 - 1 }, (_, rival) => ({
      name: `Rival ${rival}`,
      role: 'competitor',
      aliases: aliasesOf(rival, 100),
    }));
    await change('agency', 'PUT', setupPath(siteId), {
      ...setup,
      brands: [...setup.brands, ...rivals],
    });
    const refusal = {
      errors: [
        {
          parameter: 'aliases',
          message: 'must be fewer: the brands of a site can have at most 2,000 in all',
        },
      ],
    };
    const added = { name: 'Omega', role: 'competitor', aliases: aliasesOf(99, 98) };
    const addPath = pathTo('addBrand', { siteId });
    expect((await send('agency', 'POST', addPath, added)).json).toMatchObject(refusal);
    const brandId = setup.brands[0]?.id ?? '';
    const path = pathTo('changeBrand', { siteId, brandId });
    const patch = { aliases: aliasesOf(99, 99) };
    expect((await send('agency', 'PATCH', path, patch)).json).toMatchObject(refusal);
    expect(await readSetup(siteId)).toMatchObject({ brands: { length: rivals.length + 2 } });
  });

  describe('the mentions of a set-up', () => {
    test('have near misses of the tracked brand and competitors in the newest texts', async () => {
      const { siteId } = await createSite();
      const { brands, prompts } = await readSetup(siteId);
      const texts = ['Beta Sports is fine.', 'Try betasports.', 'Acme is fine.'];
      await importAnswers(siteId, prompts[0]?.id ?? '', texts);
      const path = pathTo('setupMentions', { siteId });
      const mentions = v.parse(SetupMentions, (await client().callAs('agency', path)).json);
      expect(mentions.nearMisses).toContainEqual({
        brandId: brands[1]?.id,
        spelling: 'betasports',
        answers: 1,
      });
      expect(mentions.textsRead).toBe(3);
    });

    test('count the answers of completed scans, and find the first scan with each brand', async () => {
      const path = pathTo('setupMentions', { siteId: measured.siteId });
      const mentions = v.parse(SetupMentions, (await client().callAs('agency', path)).json);
      expect(mentions).toMatchObject({ answers: 9, textsRead: 4 });
      expect(mentions.brands.map(({ name, answers, firstAt }) => [name, answers, firstAt])).toEqual(
        [
          ['Acme', 4, '2026-01-01T23:30:00.000Z'],
          ['Beta', 2, '2026-01-01T23:30:00.000Z'],
          ['gamma', 1, null],
          ['Delta', 2, null],
        ],
      );
    });
  });
}
