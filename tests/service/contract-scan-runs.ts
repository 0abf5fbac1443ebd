import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { Scan } from '../../src/contract/resources.ts';
import { scansScope } from '../../src/contract/scopes.ts';
import { ListedAnswerPage } from '../../src/contract/sightline/answers.ts';
import {
  RunningScans,
  ScanOptions,
  ScanRunDetails,
  ScanRunPage,
  type ScanSettings,
  SiteScanSettings,
} from '../../src/contract/sightline/scans.ts';
import { everyDay, NewShare } from '../../src/contract/sightline/shares.ts';
import { answerIdOf } from '../../src/service/answers/answer-id.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { refusedLocation } from '../../src/service/platforms/failure.ts';
import { scanSettingsOf } from '../../src/service/records/site.ts';
import type { Outcome } from '../../src/service/store/ledger.ts';
import { createSetupCaller } from './contract-setup.ts';
import {
  accounts,
  branches,
  type KeyName,
  measured,
  measuredScanSettings,
  moreSites,
  now,
} from './small-world.ts';
import type { TestClient } from './test-client.ts';

const setupPath = (siteId: string) => pathTo('setup', { siteId });
const { untracked } = moreSites;
const agency = { accountId: accounts.agency, clientId: null };

/** Tests where and when questions are asked, as the set-up of a site has it. */
export function describeScanSettings(client: () => TestClient): void {
  const { send, change, readSetup } = createSetupCaller(client);
  const settings: ScanSettings = {
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
        scanSettingsOf(measuredScanSettings),
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

    test('has each region once, whatever its spelling', async () => {
      await save({ ...settings, regions: ['US-CA', 'US:california', 'UK', 'DE:Black Forest'] });
      const { collection } = await readSetup(untracked);
      expect(collection?.regions).toEqual(['US:California', 'GB', 'DE:Black Forest']);
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
      [{ schedule: { days: [1], time: '06:00', zone: '+01:07' } }, 'collection.schedule.zone'],
      [{ schedule: { days: [8], time: '06:00', zone: 'UTC' } }, 'collection.schedule.days[0]'],
      [{ schedule: { days: [], time: '06:00', zone: 'UTC' } }, 'collection.schedule.days'],
      [{ platforms: ['claude_api', 'oracle'] }, 'collection.platforms[1]'],
      [{ regions: ['DE', 'XX'] }, 'collection.regions[1]'],
      [{ regions: ['US-XQ'] }, 'collection.regions[0]'],
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

/** Tests the endpoints of scans that the service runs, with a scanRunner that asks nothing. */
export function describeRunningScans(client: () => TestClient): void {
  const ids = {
    site: '00000006-0000-4000-8000-000000000001',
    archived: '00000006-0000-4000-8000-000000000002',
    prompts: ['00000006-0000-4000-8000-000000000003', '00000006-0000-4000-8000-000000000004'],
    retired: '00000006-0000-4000-8000-000000000005',
  } as const;
  const { site: siteId } = ids;
  const { accountId } = branches.second;
  const settings: ScanSettings = {
    platforms: ['chatgpt_api', 'claude_api', 'gemini_api'],
    regions: ['DE', 'ZZ'],
    runs: 2,
    schedule: { days: [1, 2, 3, 4, 5, 6, 7], time: '06:00', zone: 'Europe/Berlin' },
    scanCeilingUsd: 1,
    monthCeilingUsd: 2,
  };
  const createdAt = '2026-01-10T10:00:00Z';
  const get = async (path: string, key: KeyName = 'agency') => client().callAs(key, path);
  const failedRaw = '{"error":{"message":"Try again later."}}';
  const post = (path: string, key: KeyName = 'agency') =>
    client().callAs(key, path, { method: 'POST' });
  const accountPath = pathTo('accountCollection', {});
  const siteScanSettingsPath = pathTo('collection', { siteId });
  const runPath = pathTo('runScan', { siteId });
  const scanPath = (scanId: string) => pathTo('collectedScan', { siteId, scanId });
  const readScan = async (scanId: string) =>
    v.parse(ScanRunDetails, (await get(scanPath(scanId))).json);
  const readScanSettings = async () =>
    v.parse(SiteScanSettings, (await get(siteScanSettingsPath)).json);
  const readRunningScans = async () =>
    v.parse(RunningScans, (await get(pathTo('collecting', {}))).json);
  const run = async () => v.parse(Scan, (await post(runPath)).json).id;
  const end = (id: string, step: 'completed' | 'failed' = 'completed', remark = '') =>
    client().store.ledger.addStep({ accountId, siteId, id }, step, now, remark);

  /** Asks questions of a scan, of which one each ends with the given outcomes, and the last one stays in flight. */
  const ask = async (
    scanId: string,
    outcomes: readonly Outcome[],
    reason = 'The platform was busy.',
  ) => {
    const { ledger } = client().store;
    const lease = await ledger.takeLease(new AbortController().signal);
    const questions = [...outcomes.keys(), outcomes.length].map((question) => ({
      ...{ accountId, siteId, scanId, question, attempt: 1, estimate: 20_000, at: now - 60_000 },
      ...{ platform: 'chatgpt_api', region: 'DE' },
    }));
    await ledger.addStep({ accountId, siteId, id: scanId }, 'running', now - 60_000);
    await ledger.startQuestions(lease, questions);
    await ledger.endQuestions(
      outcomes.map((outcome, question) => ({
        ...{ accountId, siteId, scanId, question, attempt: 1 },
        ...{ platform: 'chatgpt_api', region: 'DE' },
        ...{ outcome, at: now, cost: outcome === 'refused' ? 0 : 10_000, answer: null },
        raw: outcome === 'failed' ? failedRaw : null,
        reason: outcome === 'answered' ? '' : reason,
        message: outcome === 'failed' ? 'Try again later.' : null,
      })),
    );
    await lease.end();
  };

  describe('scans that the service runs', () => {
    beforeAll(async () => {
      const clientId = branches.second.ids.clientId;
      const site = { type: 'site', clientId, createdAt, collection: settings };
      const prompt = { type: 'prompt', siteId };
      await importMeasurements(
        client().store,
        recordInput('sites', [
          { ...site, id: siteId, name: 'Asked site' },
          { ...site, id: ids.archived, name: 'Archived site', active: false },
          ...ids.prompts.map((id) => ({ ...prompt, id, text: `Question ${id}?` })),
          { ...prompt, id: ids.retired, text: 'Retired?', retired: true },
        ]),
        { clock: () => now },
      );
    });

    test('would ask what can be asked, at its price', async () => {
      // 2 prompts × 2 runs × (ChatGPT in 2 regions, Gemini without a location); Claude is not connected.
      expect(await readScanSettings()).toMatchObject({
        settings,
        runs: true,
        questions: 12,
        estimateUsd: 0.24,
        obstacle: null,
        nextDueAt: '2026-02-01T05:00:00.000Z',
        overdueSince: null,
        monthSpentUsd: 0,
        hostCeilingUsd: 50,
        costs: [],
      });
    });

    test('of a new site can be asked with what those of every other site can', async () => {
      const offer = v.parse(ScanOptions, (await get(accountPath)).json);
      const { platforms, doubtfulRegions, runs, hostCeilingUsd } = await readScanSettings();
      expect(offer).toEqual({ platforms, doubtfulRegions, runs, hostCeilingUsd });
      expect(offer.platforms.map(({ id, missing }) => [id, missing])).toEqual([
        ['chatgpt_api', null],
        ['claude_api', 'Set A_KEY.'],
        ['gemini_api', null],
      ]);
    });

    test.each([
      ['agency', false],
      ['sample', true],
    ] as const)(
      'of a new site of the key %s are answered by inventions: %s',
      async (key, isInvented) => {
        const offer = v.parse(ScanOptions, (await get(accountPath, key)).json);
        expect(offer.platforms.map(({ invented }) => invented)).toEqual(Array(3).fill(isInvented));
      },
    );

    test('are queued for v1 as soon as they are requested, one at a time', async () => {
      const response = await post(runPath);
      const scan = v.parse(Scan, response.json);
      expect([response.status, scan]).toMatchObject([
        202,
        { status: 'queued', createdAt: expect.stringMatching(/^2026-02-01T/), startedAt: null },
      ]);
      const v1 = await get(pathTo('scan', { siteId, scanId: scan.id }), 'unpaid');
      expect(v1.json).toEqual(response.json);
      const second = await post(runPath);
      expect([second.status, second.json]).toMatchObject([409, { type: problemTypes.scanRunning }]);
      expect((await readRunningScans()).running).toEqual([
        {
          ...{ siteId, siteName: 'Asked site', clientId: branches.second.ids.clientId },
          ...{ scanId: scan.id, state: 'queued', questions: 12, answered: 0, failed: 0 },
          waitingFor: [],
        },
      ]);
      await end(scan.id, 'failed');
    });

    test('say how far they are, what they cost and why questions failed', async () => {
      const id = await run();
      await ask(id, ['answered', 'answered', 'failed', 'refused', 'interrupted']);
      expect(await readScan(id)).toMatchObject({
        ...{ state: 'running', scheduled: false, requestedBy: 'agency', cancelling: false },
        ...{ questions: 12, answered: 2, failed: 2, costUsd: 0.06, estimateUsd: 0.24 },
        // 4 of 12 in a minute.
        ...{ remainingMs: 120_000, canRetry: false, runs: 2, regions: ['DE', 'ZZ'] },
        prompts: ids.prompts.map((promptId) => ({ id: promptId })),
        platforms: [
          {
            ...{ platform: 'chatgpt_api', questions: 8, answered: 2, failed: 2, interrupted: 1 },
            reasons: [
              {
                ...{ reason: 'The platform was busy.', questions: 2 },
                messages: ['Try again later.'],
              },
            ],
            waiting: null,
            incompleteRegions: [],
            ...{ inFlight: 1, inFlightMs: 60_000 },
          },
          {
            ...{ platform: 'gemini_api', model: 'gemini_api model', questions: 4, answered: 0 },
            ...{ inFlight: 0, inFlightMs: null },
          },
        ],
      });
      const { monthSpentUsd, costs } = await readScanSettings();
      expect(monthSpentUsd).toBe(0.06);
      expect(costs).toEqual([
        { month: '2026-02', platform: 'chatgpt_api', questions: 5, costUsd: 0.06 },
      ]);
      await end(id, 'failed', 'Too few answers.');
      expect(await readScan(id)).toMatchObject({
        ...{ state: 'failed', failed: 3, remainingMs: null, canRetry: true },
        remark: 'Too few answers.',
        platforms: [{ incompleteRegions: ['DE', 'ZZ'] }, { incompleteRegions: ['ZZ'] }],
      });
    });

    test('mark regions as doubtful if others report refusals, or for a week after a refusal', async () => {
      const readRegions = async (key?: KeyName) =>
        v.parse(ScanOptions, (await get(accountPath, key)).json).doubtfulRegions;
      const reported = ['SG', 'IE', 'CY', 'CR', 'KZ'].map((region) => ({
        ...{ platform: 'claude_api', region, refusedAt: null },
      }));
      expect(await readRegions()).toEqual(reported);
      const id = await run();
      await ask(id, ['failed'], `It answered: ${refusedLocation}`);
      await end(id, 'failed');
      const refusedAt = new Date(now).toISOString();
      expect(await readRegions()).toEqual([
        { platform: 'chatgpt_api', region: 'DE', refusedAt },
        ...reported,
      ]);
      // What one account learns is not shown to others.
      expect(await readRegions('business')).toEqual(reported);
      expect(await readRegions('sample')).toEqual([]);
    });

    test('are listed newest first, of which only the newest can be asked again', async () => {
      const id = await run();
      await end(id);
      const path = pathTo('collectedScans', { siteId });
      const first = v.parse(ScanRunPage, (await get(`${path}?limit=1`)).json);
      const cursor = encodeURIComponent(first.nextCursor ?? '');
      const rest = v.parse(ScanRunPage, (await get(`${path}?cursor=${cursor}`)).json);
      const all = [...first.data, ...rest.data];
      expect(all.map(({ canRetry }) => canRetry)).toEqual([true, ...all.slice(1).map(() => false)]);
      expect(all.some((scan) => scan.id === id)).toBe(true);
    });

    test('are listed with what platforms said when questions failed', async () => {
      const id = await run();
      await ask(id, ['failed']);
      await end(id, 'failed');
      const path = pathTo('collectedScans', { siteId });
      const [newest] = v.parse(ScanRunPage, (await get(path)).json).data;
      expect(newest?.platforms[0]?.reasons[0]?.messages).toEqual(['Try again later.']);
    });

    test('are cancelled and retried by requests to the runner', async () => {
      const id = await run();
      const cancelled = await post(pathTo('cancelScan', { siteId, scanId: id }));
      expect([cancelled.status, cancelled.json]).toMatchObject([202, { id, status: 'running' }]);
      expect(await readScan(id)).toMatchObject({ state: 'running', cancelling: true });
      await end(id, 'failed');
      const again = await post(pathTo('cancelScan', { siteId, scanId: id }));
      expect([again.status, again.json]).toMatchObject([
        422,
        { type: problemTypes.scanImpossible, detail: expect.stringContaining('ended') },
      ]);
    });

    test('have their answers in lists but not in figures if they failed', async () => {
      const id = await run();
      const answer = {
        scanId: id,
        promptId: ids.prompts[0],
        platform: 'chatgpt_api',
        region: 'DE',
      };
      await importMeasurements(
        client().store,
        recordInput('the scan', [
          { type: 'scan', id, siteId, status: 'failed', createdAt },
          { type: 'answer', ...answer, text: 'An answer.' },
        ]),
        { clock: () => now },
      );
      await end(id, 'failed', 'The scan was cancelled.');
      const listed = await get(`${pathTo('answers', { siteId })}?scanId=${id}`);
      expect(listed.json).toMatchObject({ data: [{ scanId: id, completedAt: null }], total: 1 });
      const { id: answerId } = v.parse(ListedAnswerPage, listed.json).data[0] ?? {};
      const whole = await get(pathTo('answer', { siteId, answerId: answerId ?? '' }));
      expect(whole.json).toMatchObject({ text: 'An answer.' });
      const counts = await get(pathTo('counts', { siteId }));
      expect(counts.json).toMatchObject({ data: [] });
    });

    test('have no answers in near misses and shared pages if they failed', async () => {
      const { store, callAs, call } = client();
      const importScan = async (id: string, status: string) => {
        const completedAt = status === 'completed' ? createdAt : null;
        const answer = { platform: 'chatgpt_api', region: 'DE', text: 'An answer.' };
        await importMeasurements(
          store,
          recordInput('the scan', [
            { type: 'scan', id, siteId, status, createdAt, completedAt },
            { type: 'answer', scanId: id, promptId: ids.prompts[0], ...answer },
          ]),
          { clock: () => now },
        );
      };
      const failedId = await run();
      await importScan(failedId, 'failed');
      await end(failedId, 'failed', 'The scan was cancelled.');
      const completedId = '00000006-0000-4000-8000-0000000000fe';
      await importScan(completedId, 'completed');

      const listed = await get(pathTo('answers', { siteId }));
      const { data } = v.parse(ListedAnswerPage, listed.json);
      const share = await callAs('agency', pathTo('shares', { siteId }), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          ...{ title: 'Answers', pages: ['answers'], question: '', dates: everyDay, view: '' },
        }),
      });
      const { secret } = v.parse(NewShare, share.json);
      const getShared = (path: string) =>
        call(path, { headers: { Authorization: `Bearer ${secret}` } });
      const shared = await getShared(pathTo('answers', { siteId }));
      expect(shared.json).toMatchObject({ data: [{ scanId: completedId }], total: 1 });
      for (const { id, scanId } of data)
        expect((await getShared(pathTo('answer', { siteId, answerId: id }))).status).toBe(
          scanId === completedId ? 200 : 404,
        );
      expect((await get(pathTo('setupMentions', { siteId }))).json).toMatchObject({
        textsRead: 1,
      });
      await importMeasurements(
        store,
        recordInput('the removal', [{ type: 'scan', id: completedId, removed: true }]),
        { clock: () => now },
      );
    });

    test('are a problem if a schedule’s newest one failed', async () => {
      const id = await run();
      await end(id, 'failed', 'OpenAI refused the key.');
      const problem = { siteId, reason: 'The newest scan failed. OpenAI refused the key.' };
      expect((await readRunningScans()).problems).toContainEqual(expect.objectContaining(problem));
      await end(await run(), 'failed', 'The scan was cancelled. Too few questions were answered.');
      const cancelled = await readRunningScans();
      expect(cancelled.problems.map((entry) => entry.siteId)).not.toContain(siteId);
      await end(await run());
      const after = await readRunningScans();
      expect(after.lastEndedAt).toBe(new Date(now).toISOString());
      expect(after.problems.map((entry) => entry.siteId)).not.toContain(siteId);
    });

    test('are a problem if a schedule’s time has passed without one', async () => {
      // The schedule of this site has not changed since December.
      const { problems } = await readRunningScans();
      const overdue = problems.find((problem) => problem.siteId === measured.siteId);
      expect(overdue).toMatchObject({ reason: 'The scan is overdue.', siteName: 'Shop' });
      expect(overdue?.since).toBe('2026-01-29T05:30:00.000Z');
    });

    test('that were skipped are not shown by v1', async () => {
      const id = '00000006-0000-4000-8000-0000000000ff';
      const plan = {
        prompts: [],
        cells: [],
        runs: 1,
        scanCeiling: 0,
        monthCeiling: 0,
        zone: 'UTC',
      };
      const request = { id, accountId, siteId, createdAt: 0, dueAt: 0, requestedBy: '', plan };
      await client().store.ledger.requestScan(request, 'skipped', 'Another one was running.');
      expect((await get(pathTo('scan', { siteId, scanId: id }))).status).toBe(404);
      expect(await readScan(id)).toMatchObject({ state: 'skipped', scheduled: true });
    });

    test.each([
      [moreSites.bare, 'No platform is chosen in the set-up. There are no questions to ask.'],
      [ids.archived, 'This site is archived.'],
    ])('of the site %s do not run: %s', async (id, detail) => {
      const response = await post(pathTo('runScan', { siteId: id }));
      expect([response.status, response.json]).toMatchObject([
        422,
        { type: problemTypes.scanImpossible, detail },
      ]);
      const collection = (await get(pathTo('collection', { siteId: id }))).json;
      expect(collection).toMatchObject({ obstacle: detail });
    });

    test('leave the raw response behind an answer', async () => {
      const { siteId: own, answerId } = branches.second.ids;
      const path = pathTo('rawResponse', { siteId: own, answerId });
      expect((await get(path)).json).toEqual({ answerId, response: '{"raw":"mark-second"}' });
    });

    test('leave the raw response behind a question that was not answered', async () => {
      const scanId = await run();
      await ask(scanId, ['failed']);
      await end(scanId, 'failed');
      const question = { promptId: ids.prompts[0], platform: 'chatgpt_api', region: 'DE', run: 1 };
      const answerId = answerIdOf({ scanId, ...question });
      const path = pathTo('rawResponse', { siteId, answerId });
      expect((await get(path)).json).toEqual({ answerId, response: failedRaw });
    });

    test.each(['unpaid', 'client', 'readonly'] as const)(
      'are refused to the key %s, costs included',
      async (key) => {
        const { siteId: own, answerId } = branches.second.ids;
        for (const path of [
          ...[siteScanSettingsPath, accountPath, pathTo('collecting', {})],
          pathTo('collectedScans', { siteId }),
          pathTo('rawResponse', { siteId: own, answerId }),
        ]) {
          const response = await get(path, key);
          expect([response.status, response.json]).toMatchObject([
            403,
            { type: problemTypes.missingScope },
          ]);
        }
        expect((await post(runPath, key)).status).toBe(403);
      },
    );

    test('are in the audit trail when somebody requests them', async () => {
      await end(await run());
      const records = await client().store.audit({ accountId: accounts.agency, limit: 1_000 });
      expect(records.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['scan requested', 'scan cancelled']),
      );
    });
  });
}
