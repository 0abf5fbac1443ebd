import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { Answer, ListedAnswerPage } from '../../src/contract/sightline/answers.ts';
import { PagesReport } from '../../src/contract/sightline/pages.ts';
import { SourcesReport } from '../../src/contract/sightline/sources.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { accounts } from './small-world.ts';
import { openTestClient, type TestClient } from './test-client.ts';

const id = (n: number) => `0d0a1500-0000-4000-8000-${String(n).padStart(12, '0')}`;
const siteId = id(2);
const acme = { id: id(3), name: 'Acme' };
const tool = { id: id(4), name: 'Tool' };
const createdAt = '2026-01-01T10:00:00Z';
const brand = { type: 'brand', siteId };
const urls = [
  'https://github.com/Acme',
  'https://gist.github.com/acme/1?a=b#c',
  'https://www.github.com/acme/tool/issues/',
  'https://github.com/acme-two/x',
  'https://github.com/other?from=github.com/acme',
  'https://uk.linkedin.com/company/ACME/',
  'https://linkedin.com/company/acme/posts',
  'https://linkedin.com/company/acme2',
  'https://web.archive.org/web/https://github.com/acme',
  'https://müller.de/%C3%BCber/uns',
  'https://müller.de/',
];
const records = [
  { type: 'client', id: id(1), accountId: accounts.agency, name: 'Paths', createdAt },
  { type: 'site', id: siteId, clientId: id(1), name: 'Paths', createdAt },
  {
    ...brand,
    ...acme,
    role: 'tracked',
    domains: ['github.com/Acme/', 'www.LinkedIn.com/company/acme', 'müller.de/über'],
  },
  { ...brand, ...tool, role: 'competitor', domains: ['github.com/acme/tool'] },
  { type: 'prompt', id: id(5), siteId, text: 'Which one?' },
  { type: 'scan', id: id(6), siteId, status: 'completed', createdAt, completedAt: createdAt },
  ...urls.map((url, index) => ({
    type: 'answer',
    scanId: id(6),
    promptId: id(5),
    platform: 'chatgpt_app',
    region: 'US',
    run: index + 1,
    text: 'None.',
    citations: [{ url }],
  })),
];

describe.each<[string, (dataDir: string) => Store | Promise<Store>]>([
  ['in memory', createMemoryStore],
  ['on ClickHouse', (dataDir) => openClickHouse({ dataDir })],
])('a path that a brand owns, in a store %s,', (_, openStore) => {
  let dataDir = '';
  let client: TestClient;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
    client = await openTestClient(await openStore(dataDir));
    await importMeasurements(client.store, recordInput('paths.ndjson', records));
  });
  afterAll(async () => {
    await client.service.close();
    await client.store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const get = async (path: string) => (await client.callAs('agency', path)).json;
  const readSources = async () => v.parse(SourcesReport, await get(pathTo('sources', { siteId })));
  const readAnswers = async (search: string) =>
    v.parse(ListedAnswerPage, await get(`${pathTo('answers', { siteId })}?${search}`));

  test('is a domain of its own in the sources, and the rest of its host belongs to nobody', async () => {
    const { domains, citedNotNamed } = await readSources();
    const rows = domains.map(({ domain, owner, answers }) => [domain, owner, answers]);
    expect(rows.sort()).toEqual([
      ['archive.org', null, 1],
      ['github.com', null, 3],
      ['github.com/acme', acme, 1],
      ['github.com/acme/tool', tool, 1],
      ['linkedin.com', null, 2],
      ['linkedin.com/company/acme', acme, 1],
      ['müller.de', null, 1],
      ['müller.de/über', acme, 1],
    ]);
    expect(citedNotNamed).toBe(3);
  });

  test('has the same owner in every answer that cites it', async () => {
    const { domains } = await readSources();
    const ownerOf = new Map(domains.map(({ domain, owner }) => [domain, owner]));
    const { data } = await readAnswers('limit=50');
    expect(data).toHaveLength(urls.length);
    for (const { id: answerId } of data) {
      const { citations } = v.parse(Answer, await get(pathTo('answer', { siteId, answerId })));
      for (const { domain, owner } of citations) expect(owner).toEqual(ownerOf.get(domain));
    }
  });

  test('has as many answers and pages as the sources count, in any spelling', async () => {
    for (const [domain, answers, pages] of [
      ['github.com/acme', 1, ['github.com/Acme']],
      ['GitHub.com/Acme/', 1, ['github.com/Acme']],
      [
        'github.com',
        3,
        [
          'gist.github.com/acme/1?a=b',
          'github.com/acme-two/x',
          'github.com/other?from=github.com/acme',
        ],
      ],
      ['müller.de/über', 1, ['müller.de/über/uns']],
    ] as const) {
      const search = new URLSearchParams({ domain }).toString();
      const report = v.parse(PagesReport, await get(`${pathTo('pages', { siteId })}?${search}`));
      expect(report.answers, domain).toBe(answers);
      expect(report.pages.map(({ page }) => page)).toEqual(pages);
      expect((await readAnswers(search)).data, domain).toHaveLength(answers);
    }
  });
});
