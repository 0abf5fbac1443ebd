import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { FilterOptions, TimelineReport } from '../../src/contract/resources.ts';
import { Answer, ListedAnswerPage } from '../../src/contract/sightline/answers.ts';
import { MatrixReport } from '../../src/contract/sightline/resources.ts';
import {
  everyDay,
  FeedPage,
  NewFeed,
  NewShare,
  SharedView,
  ShareList,
} from '../../src/contract/sightline/shares.ts';
import { answerIdOf } from '../../src/service/answers/answer-id.ts';
import { type ImportSummary, importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { accounts, uuid } from './small-world.ts';
import { openTestClient, type TestClient } from './test-client.ts';

const [clientId, siteId, brandId, promptId, scanId] = [
  uuid(0x7001),
  uuid(0x7002),
  uuid(0x7003),
  uuid(0x7004),
  uuid(0x7005),
];
const createdAt = '2026-01-20T06:00:00Z';
const catalogue = [
  { type: 'client', id: clientId, accountId: accounts.agency, name: 'Regions', createdAt },
  { type: 'site', id: siteId, clientId, name: 'Regions', createdAt },
  { type: 'brand', id: brandId, siteId, name: 'Oakwell', role: 'tracked' },
  { type: 'prompt', id: promptId, siteId, text: 'Which brand is best?' },
  { type: 'scan', id: scanId, siteId, status: 'completed', createdAt, completedAt: createdAt },
];
const named = 'Oakwell is good';
const unnamed = 'Neither is good';
const answer = (region: string, text = unnamed) => ({
  type: 'answer',
  scanId,
  promptId,
  platform: 'chatgpt_app',
  region,
  text,
});
const answerIn = (region: string) =>
  answerIdOf({ scanId, promptId, platform: 'chatgpt_app', region, run: 1 });

const regionOf = (code: string) => new URLSearchParams({ region: code }).toString();
/** Spellings of regions, their stored code, and the codes of the answers there. */
const spellings: [string, string, string[]][] = [
  ['UK', 'GB', ['GB', 'GB:London']],
  ['NZ-AUK', 'NZ:Auckland', ['NZ:Auckland']],
  ['NZ:auckland', 'NZ:Auckland', ['NZ:Auckland']],
  ['BR:São Paulo'.normalize('NFD'), 'BR:São Paulo', ['BR:São Paulo']],
];

/** Regions whose labels could be mistaken for those of others, each named once. */
const records = [
  ...catalogue,
  answer('GB'),
  answer('UK', named),
  answer('UK:London'),
  answer('US', named),
  answer('US: '),
  answer('US:a:b:c'),
  answer('US:New York'),
  answer('US:New York, NY'),
  answer('NZ:auckland'),
  answer('NZ-AUK', named),
  answer('BR:São Paulo'.normalize('NFC'), named),
  answer('BR:São Paulo'.normalize('NFD')),
  answer('AE:دبي'),
  ...['AC', 'AN', 'CS', 'DD', 'EU', 'FX', 'SU', 'TP', 'UN', 'XK', 'ZZ'].map((code) => answer(code)),
];

async function openTemporaryClickHouse(): Promise<Store> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-regions-'));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  return openClickHouse({ dataDir });
}

describe.each([
  ['memory', async () => createMemoryStore()],
  ['ClickHouse', openTemporaryClickHouse],
])('regions in %s', (_, openStore) => {
  let client: TestClient;
  let summary: ImportSummary;
  beforeAll(async () => {
    client = await openTestClient(await openStore());
    summary = await importMeasurements(client.store, recordInput('week.ndjson', records));
  });
  afterAll(() => client.store.close());

  const read = async <S extends v.GenericSchema>(schema: S, path: string) => {
    const response = await client.callAs('agency', path);
    expect(response.status, response.text).toBe(200);
    return v.parse(schema, response.json);
  };
  const readTimeline = (search: string) =>
    read(TimelineReport, `${pathTo('timeline', { siteId })}?${search}`);
  const post = async <S extends v.GenericSchema>(schema: S, path: string, body: object) => {
    const response = await client.callAs('agency', path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status, response.text).toBe(201);
    return v.parse(schema, response.json);
  };
  /** Stores a share or feed again with another spelling of a region in its question, as earlier versions did. */
  const storeWithSpelling = async (id: string, stored: string, spelling: string) => {
    const record = (await client.store.keys()).find((key) => key.id === id);
    if (!record?.share) throw new Error('There is no such share.');
    const question = record.share.question.replace(regionOf(stored), regionOf(spelling));
    expect(question).toContain(regionOf(spelling));
    await client.store.putKeys({ ...record, share: { ...record.share, question } });
  };

  test('are counted by the import where it stores another code', () => {
    expect(summary).toMatchObject({
      ...{ answers: 24, ukAnswers: 2, blankAreaAnswers: 1, respelledAnswers: 3 },
      repeatedAnswers: 4,
    });
  });

  test('have labels that differ, and that name withdrawn countries as such', async () => {
    const { regions } = await read(FilterOptions, pathTo('filters', { siteId }));
    const labels = new Map(regions.map(({ code, label }) => [code, label]));
    expect(new Set(labels.values()).size).toBe(regions.length);
    expect(Object.fromEntries(labels)).toMatchObject({
      AC: 'Ascension Island',
      AN: 'Netherlands Antilles (withdrawn)',
      CS: 'Serbia and Montenegro (withdrawn)',
      DD: 'East Germany (withdrawn)',
      FX: 'Metropolitan France (withdrawn)',
      GB: 'United Kingdom',
      'GB:London': 'United Kingdom · London',
      'BR:São Paulo': 'Brazil · São Paulo',
      'NZ:Auckland': 'New Zealand · Auckland',
      SU: 'Soviet Union (withdrawn)',
      ZZ: 'No location',
    });
    expect([...labels.keys()].filter((code) => /^UK|^US: /.test(code))).toEqual([]);
    const { series } = await readTimeline('groupBy=region');
    const matrix = await read(MatrixReport, pathTo('matrix', { siteId }));
    expect(series.map(({ key, label }) => [key, label])).toEqual([...labels]);
    expect(matrix.regions).toEqual(regions);
  });

  test.each([
    ['UK', ['GB', 'GB:London']],
    ['UK:London', ['GB:London']],
  ])('that are requested as %s are %j, in the report and in its echo', async (code, keys) => {
    const report = await readTimeline(`groupBy=region&region=${code}`);
    expect(report.series.map(({ key }) => key)).toEqual(keys);
    expect(report.filters?.region).toEqual([code.replace('UK', 'GB')]);
    expect(report).toEqual(await readTimeline(`groupBy=region&region=${code.replace('UK', 'GB')}`));
  });

  test.each(['NZ-AUK', 'NZ:AUK', 'NZ:auckland', 'NZ: Auckland'])(
    'that are requested as %s are one place, in the report and in its echo',
    async (code) => {
      const search = new URLSearchParams({ groupBy: 'region', region: code });
      const report = await readTimeline(search.toString());
      expect(report.series.map(({ key }) => key)).toEqual(['NZ:Auckland']);
      expect(report.filters?.region).toEqual(['NZ:Auckland']);
    },
  );

  test('keep the last answer of the file under each stored code', async () => {
    const { series } = await readTimeline('groupBy=region');
    const valueIn = (code: string) => series.find(({ key }) => key === code)?.points[0]?.value;
    expect([valueIn('GB'), valueIn('US')]).toEqual([100, 0]);
  });

  test('UK and GB, and a code and its name, are the same in the address of an answer and in the list of answers', async () => {
    const pathOf = (answerId: string) => pathTo('answer', { siteId, answerId });
    const inGb = await read(Answer, pathOf(answerIn('GB')));
    expect(inGb).toMatchObject({ id: answerIn('GB'), region: 'GB', text: named });
    expect(await read(Answer, pathOf(answerIn('UK')))).toEqual(inGb);
    const inAuckland = await read(Answer, pathOf(answerIn('NZ-AUK')));
    expect(inAuckland).toMatchObject({ id: answerIn('NZ:Auckland'), region: 'NZ:Auckland' });
    for (const [spelling, , codes] of spellings) {
      const answersPath = `${pathTo('answers', { siteId })}?${regionOf(spelling)}`;
      const { data } = await read(ListedAnswerPage, answersPath);
      expect(data.map(({ region }) => region)).toEqual(codes);
    }
  });

  test.each(spellings)(
    '%s is %s in the lock of a share, whenever it was created',
    async (spelling, stored, keys) => {
      const sharesPath = pathTo('shares', { siteId });
      const question = regionOf(stored);
      const { secret, ...share } = await post(NewShare, sharesPath, {
        ...{ title: 'Regions', pages: ['timeline'], dates: everyDay, view: '' },
        question: regionOf(spelling),
      });
      expect(share.question).toBe(question);
      await storeWithSpelling(share.id, stored, spelling);
      const listed = (await read(ShareList, sharesPath)).data.find(({ id }) => id === share.id);
      expect(listed?.question).toBe(question);
      const open = (path: string) =>
        client.call(path, { headers: { Authorization: `Bearer ${secret}` } });
      const view = v.parse(SharedView, (await open(pathTo('share', {}))).json);
      expect(view.question).toBe(question);
      for (const search of ['', `&${regionOf(spelling)}`]) {
        const shared = await open(`${pathTo('timeline', { siteId })}?groupBy=region${search}`);
        expect(v.parse(TimelineReport, shared.json).series.map(({ key }) => key)).toEqual(keys);
      }
      const filterOptions = await open(pathTo('filters', { siteId }));
      expect(v.parse(FilterOptions, filterOptions.json).regions.map(({ code }) => code)).toEqual(
        keys,
      );
    },
  );

  test.each(spellings)(
    '%s is %s in the question of a feed, whenever it was created',
    async (spelling, stored, keys) => {
      const feedsPath = pathTo('feeds', { siteId });
      const question = `${regionOf(stored)}&groupBy=region`;
      const { url, ...feed } = await post(NewFeed, feedsPath, {
        question: `${regionOf(spelling)}&groupBy=region`,
      });
      expect(feed.question).toBe(question);
      await storeWithSpelling(feed.id, stored, spelling);
      const listed = (await read(FeedPage, feedsPath)).data.find(({ id }) => id === feed.id);
      expect(listed?.question).toBe(question);
      const response = await client.service.fetch(new Request(`http://service.test${url}`));
      const lines = (await response.text()).trim().split('\r\n').slice(1);
      expect(lines.map((line) => line.split(',')[5])).toEqual(keys);
    },
  );
});
