import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it, onTestFinished, vi } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { defaultAccount } from '../../src/service/import/owners.ts';
import { everyAnswerSearch } from '../../src/service/store/answer-search.ts';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import { openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { Store } from '../../src/service/store/store.ts';
import { everyAnswerScope } from '../setup/scopes.ts';
import { waitOptions } from '../setup/wait-options.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const siteId = uuid(2);
const now = Date.parse('2026-03-31T12:00:00Z');
const createdAt = '2026-01-01T00:00:00Z';
const createScan = (id: string, day: string) => ({
  type: 'scan',
  id,
  siteId,
  status: 'completed',
  createdAt,
  completedAt: `${day}T10:00:00Z`,
});
const scans = { old: uuid(10), atCutoff: uuid(11), young: uuid(12) };
const createAnswer = (scanId: string) => ({
  type: 'answer',
  scanId,
  promptId: uuid(4),
  platform: 'claude_api',
  region: 'US',
  text: 'Acme.',
  citations: [{ url: 'https://acme.example/' }],
  queries: ['the best one'],
});
const records = [
  { type: 'client', id: uuid(1), name: 'Client', createdAt },
  { type: 'site', id: siteId, clientId: uuid(1), name: 'Site', createdAt },
  { type: 'brand', id: uuid(3), siteId, name: 'Acme', role: 'tracked' },
  { type: 'prompt', id: uuid(4), siteId, text: 'Which one?' },
  createScan(scans.old, '2026-02-01'),
  // The cutoff is the start of a UTC day, so the texts and citations of that day stay.
  createScan(scans.atCutoff, '2026-03-01'),
  createScan(scans.young, '2026-03-30'),
  ...Object.values(scans).map(createAnswer),
];

it('removes the texts, citations and searches of old answers, but keeps their measurements', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-age-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const tenant = { accountId: defaultAccount.id, clientId: null };
  /**
   * Opens the store with a limit in days, or null for none, waits until the given number of texts remain, and reads the
   * contents.
   */
  const readStateAfter = async (answerDays: number | null, remainingTexts: number) => {
    const store = await openClickHouse({ dataDir, now: () => now, answerDays });
    /** The domains that the answer of each scan cites. */
    const readCitedDomains = async () => {
      const page = { after: null, limit: 10 };
      const answers = await store.answers(tenant, siteId, everyAnswerSearch, page);
      return new Map(answers.map(({ scanId, domains }) => [scanId, domains]));
    };
    try {
      await vi.waitFor(async () => {
        const textCounts = await store.lookups.textCounts([siteId]);
        expect(textCounts.reduce((sum, { texts }) => sum + texts, 0)).toBe(remainingTexts);
        expect((await readCitedDomains()).get(scans.old)).toHaveLength(remainingTexts - 2);
      }, waitOptions);
      const counts = await store.lookups.textCounts([siteId]);
      return {
        texts: new Map(counts.map(({ scanId, texts }) => [scanId, texts])),
        domains: await readCitedDomains(),
        pages: await store.pages(tenant, siteId, everyAnswerScope, ['acme.example']),
        searches: await store.searches(tenant, siteId, everyAnswerScope),
        timeline: await store.timeline(tenant, siteId, everyAnswerScope),
        faults: (await store.check()).faults,
      };
    } finally {
      await store.close();
    }
  };

  const store = await openClickHouse({ dataDir, now: () => now });
  await importMeasurements(store, recordInput('week', records));
  await store.close();
  const wholeState = await readStateAfter(null, 3);
  const citedDomains = ['acme.example'];
  expect([...wholeState.domains.values()]).toEqual([citedDomains, citedDomains, citedDomains]);
  expect(wholeState.pages).toMatchObject({ answers: 3, answersWithoutPages: 0 });
  expect(wholeState.searches).toMatchObject({ answers: 3, searchCount: 1 });
  const agedState = await readStateAfter(30, 2);
  expect(agedState.pages).toMatchObject({ answers: 2, answersWithoutPages: 0 });
  expect(agedState.searches).toMatchObject({ answers: 2, searchCount: 1 });
  expect(agedState.texts).toEqual(
    new Map([
      [scans.old, 0],
      [scans.atCutoff, 1],
      [scans.young, 1],
    ]),
  );
  expect(agedState.domains).toEqual(new Map([...wholeState.domains, [scans.old, []]]));
  expect(agedState.timeline).toEqual(wholeState.timeline);
  expect(agedState.faults).toEqual([]);

  const engine = await openInProcess(createEngineDir(dataDir), 1);
  const statement = 'SELECT toString(day) AS day FROM answers WHERE notEmpty(pages) ORDER BY day';
  const rows = await engine.rows(v.object({ day: v.string() }), statement);
  await engine.close();
  expect(rows.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-30']);
});

it('changes the data version every hour if old texts are removed, so that cached reports expire', async () => {
  let time = now;
  const versions: string[][] = [];
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-age-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  for (const answerDays of [null, 30]) {
    const store = await openClickHouse({ dataDir, now: () => time, answerDays });
    const seenVersions: string[] = [];
    for (const minutes of [0, 20, 60]) {
      time = now + minutes * 60_000;
      seenVersions.push(await store.dataVersion(siteId));
    }
    versions.push(seenVersions);
    await store.close();
  }
  const [versionsWithoutLimit = [], versionsWithLimit = []] = versions;
  expect(new Set(versionsWithoutLimit).size).toBe(1);
  expect(versionsWithLimit[0]).toBe(versionsWithLimit[1]);
  expect(versionsWithLimit[2]).not.toBe(versionsWithLimit[0]);
});

it('drops the responses of scans that are too old, also where no host runs scans', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-age-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { id: accountId } = defaultAccount;
  const tenant = { accountId, clientId: null };
  const days = new Map([
    [scans.old, '2026-02-28'],
    // The cutoff is the start of a UTC day.
    [scans.atCutoff, '2026-03-01'],
  ]);
  const store = await openClickHouse({ dataDir, now: () => now });
  await importMeasurements(store, recordInput('week', records.slice(0, 4)));
  const cell = { platform: 'claude_api', region: 'DE' };
  for (const [id, day] of days) {
    const at = Date.parse(`${day}T23:59:59Z`);
    const plan = {
      prompts: [{ id: uuid(4), text: 'Which one?' }],
      cells: [{ ...cell, model: 'model', estimate: 1 }],
      ...{ runs: 1, scanCeiling: 1, monthCeiling: 1, zone: 'UTC' },
    };
    const ids = { id, accountId, siteId };
    const scan = { ...ids, createdAt: at, dueAt: null, requestedBy: 'Test', plan };
    await store.ledger.requestScan(scan);
    const asked = { accountId, siteId, scanId: id, question: 0, attempt: 1, ...cell, at };
    const end = { ...asked, outcome: 'failed', cost: 1, reason: 'No.', answer: null } as const;
    await store.ledger.endQuestions([{ ...end, raw: day }]);
    await store.ledger.addStep(scan, 'failed', at);
  }
  const readRaws = ({ ledger }: Store) =>
    Promise.all([...days.keys()].map((id) => ledger.rawResponse(tenant, siteId, id, 0)));
  expect(await readRaws(store)).toEqual([...days.values()]);
  await store.close();

  const later = await openClickHouse({ dataDir, now: () => now, responseDays: 30 });
  onTestFinished(() => later.close());
  await vi.waitFor(
    async () => expect(await readRaws(later)).toEqual([null, '2026-03-01']),
    waitOptions,
  );
});
