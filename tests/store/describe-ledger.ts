import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { everyAnswerSearch } from '../../src/service/store/answer-search.ts';
import type {
  QuestionEnd,
  QuestionStart,
  RunnerLease,
  ScanRequest,
} from '../../src/service/store/ledger.ts';
import type { Store } from '../../src/service/store/store.ts';
import { accounts, branches, loadSmallWorld, measured, now, uuid } from '../service/small-world.ts';
import { answer, createRequest, endOf, startOf } from './ledger-rows.ts';

const { siteId } = branches.first.ids;
const tenant = { accountId: accounts.agency, clientId: null };
const wholePage = { after: null, limit: 100 };

/** Tests the ledger of a store. @param openStore returns an empty store */
export function describeLedger(name: string, openStore: () => Promise<Store>): void {
  describe(`the ledger of the store “${name}”`, () => {
    let store: Store;
    let lease: RunnerLease;
    const ledger = () => store.ledger;
    beforeAll(async () => {
      store = await openStore();
      await loadSmallWorld(store);
      lease = await ledger().takeLease(new AbortController().signal);
    });
    afterAll(async () => {
      await lease.end();
      await store.close();
    });

    const request = async (fields: Partial<ScanRequest> = {}) => {
      const scan = createRequest(fields);
      await ledger().requestScan(scan);
      return scan;
    };
    const start = (...starts: QuestionStart[]) => ledger().startQuestions(lease, starts);
    /** Starts a question and ends it. */
    const ask = async (begin: QuestionStart, fields: Partial<QuestionEnd> = {}) => {
      await start(begin);
      await ledger().endQuestions([endOf(begin, fields)]);
    };
    const readAnswers = async (scan: ScanRequest) =>
      (await Array.fromAsync(ledger().answersOf(scan.siteId, scan.id))).flat();
    const remove = (...records: object[]) =>
      importMeasurements(
        store,
        recordInput(
          'removal',
          records.map((record) => ({ ...record, removed: true })),
        ),
      );

    describe('keeps scans:', () => {
      test('a requested scan is queued until a step is added', async () => {
        const scan = await request({ dueAt: now - 1 });
        const queued = {
          ...scan,
          step: 'queued',
          stepAt: scan.createdAt,
          remark: '',
          startedAt: null,
          endedAt: null,
          pausedMs: 0,
        };
        expect(await ledger().scan(tenant, siteId, scan.id)).toEqual(queued);
        expect(await ledger().scans(tenant, siteId, wholePage)).toContainEqual(queued);
        expect(await ledger().unfinishedScans()).toContainEqual(queued);
        expect(await ledger().runningScans(tenant)).toContainEqual({
          ...queued,
          siteName: expect.stringContaining('first'),
          clientId: branches.first.ids.clientId,
        });
      });

      test('a skipped scan has ended when it is requested', async () => {
        const scan = createRequest();
        await ledger().requestScan(scan, 'skipped', 'Another one was running.');
        expect(await ledger().scan(tenant, siteId, scan.id)).toMatchObject({
          step: 'skipped',
          remark: 'Another one was running.',
          endedAt: scan.createdAt,
        });
        const ids = (await ledger().unfinishedScans()).map(({ id }) => id);
        expect(ids).not.toContain(scan.id);
      });

      test('the newest step is the state, even if it has the time of the one before', async () => {
        const scan = await request();
        await ledger().addStep(scan, 'running', now);
        await ledger().addStep(scan, 'importing', now);
        await ledger().addStep(scan, 'completed', now, 'All answered.');
        const completed = { step: 'completed', stepAt: now, endedAt: now, remark: 'All answered.' };
        expect(await ledger().scan(tenant, siteId, scan.id)).toMatchObject(completed);
        await ledger().addStep(scan, 'retrying', now);
        const retrying = { step: 'retrying', endedAt: null, remark: '' };
        expect(await ledger().scan(tenant, siteId, scan.id)).toMatchObject(retrying);
        expect(await ledger().unfinishedScans()).toContainEqual(expect.objectContaining(scan));
        await ledger().addStep(scan, 'failed', now);
      });

      test('the time between the ends of a scan and its retries is paused', async () => {
        const scan = await request();
        const steps = [
          ['running', 1_000],
          ['importing', 5_000],
          ['completed', 6_000],
          ['retrying', 16_000],
          ['failed', 17_000],
          ['importing', 37_000],
        ] as const;
        for (const [step, at] of steps) await ledger().addStep(scan, step, now + at);
        const paused = { pausedMs: 30_000 };
        expect(await ledger().scan(tenant, siteId, scan.id)).toMatchObject(paused);
        await ledger().addStep(scan, 'completed', now + 99_000);
        expect(await ledger().scan(tenant, siteId, scan.id)).toMatchObject(paused);
      });

      test('a scan that is cancelled before it is said to run is still being cancelled', async () => {
        const scan = await request();
        await ledger().addStep(scan, 'cancelling', now);
        await ledger().addStep(scan, 'running', now + 1);
        const cancelling = { step: 'cancelling', stepAt: now };
        expect(await ledger().scan(tenant, siteId, scan.id)).toMatchObject(cancelling);
        await ledger().addStep(scan, 'failed', now);
        expect(await ledger().scan(tenant, siteId, scan.id)).toMatchObject({ step: 'failed' });
      });

      test('unfinished scans are listed oldest first, whatever their tenant', async () => {
        const of = branches.business.ids.siteId;
        const [later, earlier] = [
          await request({ createdAt: 2 }),
          await request({ createdAt: 1, siteId: of }),
        ];
        const unfinished = await ledger().unfinishedScans();
        expect(unfinished.slice(0, 2).map(({ id }) => id)).toEqual([earlier.id, later.id]);
        for (const scan of [later, earlier]) await ledger().addStep(scan, 'failed', now);
      });

      test('pages of scans follow each other without gaps, newest first', async () => {
        const of = branches.second.ids.siteId;
        const scans = [];
        for (const createdAt of [10, 20, 20, 30])
          scans.push(await request({ siteId: of, createdAt }));
        const first = await ledger().scans(tenant, of, { after: null, limit: 2 });
        const second = await ledger().scans(tenant, of, { after: first[1] ?? null, limit: 2 });
        expect([...first, ...second].map(({ id }) => id)).toEqual(
          scans.toReversed().map(({ id }) => id),
        );
        for (const scan of scans) await ledger().addStep(scan, 'failed', now);
      });

      test('the newest scan of a site is found behind those that were skipped, or removed', async () => {
        const of = branches.second.ids.siteId;
        const newestId = (accountId = accounts.agency) =>
          ledger().newestScanId({ accountId, clientId: null }, of);
        const createdAt = now + 0x300000;
        const scan = await request({ siteId: of, createdAt });
        const fields = { siteId: of, createdAt: createdAt + 1 };
        const skipped = createRequest(fields);
        await ledger().requestScan(skipped, 'skipped');
        const removed = await request(fields);
        expect(await newestId()).toBe(removed.id);
        await ledger().addStep(removed, 'removed', now);
        expect(await newestId()).toBe(scan.id);
        expect(await newestId(accounts.business)).toBeNull();
        for (const one of [scan, skipped]) await ledger().addStep(one, 'removed', now);
      });

      test('the newest due time of each site includes those of skipped and removed scans', async () => {
        const of = branches.third.ids.siteId;
        await request({ siteId: of, dueAt: 10 });
        await ledger().requestScan(createRequest({ siteId: of, dueAt: 30 }), 'skipped');
        const removed = await request({ siteId: of, dueAt: 40 });
        await ledger().addStep(removed, 'removed', now);
        await request({ siteId: of });
        expect((await ledger().lastDueTimes(40)).get(of)).toBe(40);
        expect((await ledger().lastDueTimes(39)).get(of)).toBe(30);
      });
    });

    test('the last end is the newest of the tenant’s scans, removed ones apart', async () => {
      const ends = async () => [
        await ledger().lastEnd(tenant),
        await ledger().lastEnd({ accountId: branches.other.accountId, clientId: null }),
      ];
      const [before = null, other = null] = await ends();
      const scan = await request();
      await ledger().addStep(scan, 'failed', now + 0x200000);
      await ledger().addStep(scan, 'retrying', now + 0x200001);
      expect(await ends()).toEqual([now + 0x200000, other]);
      await ledger().addStep(scan, 'removed', now + 0x200002);
      expect(await ends()).toEqual([before, other]);
    });

    test('the answers of a failed scan in the ledger are listed, unless failed scans are excluded', async () => {
      const { siteId: of, prompts } = measured;
      const { id } = await request({ siteId: of, accountId: tenant.accountId });
      const createdAt = '2026-02-01T00:00:00Z';
      const answered = { platform: 'claude_api', region: 'US', run: 1, mentions: [] };
      await importMeasurements(
        store,
        recordInput('failed', [
          { type: 'scan', id, siteId: of, status: 'failed', createdAt },
          { type: 'answer', scanId: id, promptId: prompts.shoes, ...answered },
        ]),
      );
      const countListed = async (excludesFailed: boolean) => {
        const search = { ...everyAnswerSearch, scanId: [id], excludesFailed };
        return (await store.firstAnswers(tenant, of, search, 10)).total;
      };
      expect(await countListed(false)).toBe(1);
      expect(await countListed(true)).toBe(0);
    });

    test('a site is among the failed ones as long as its newest scan, skipped ones apart, failed', async () => {
      const of = branches.second.ids;
      const readFailed = async () =>
        (await ledger().failedScans(tenant)).filter((scan) => scan.siteId === of.siteId);
      const createdAt = now + 0x100000;
      const scan = await request({ siteId: of.siteId, createdAt });
      expect(await readFailed()).toEqual([]);
      await ledger().addStep(scan, 'failed', now, 'Refused.');
      await ledger().requestScan(
        createRequest({ siteId: of.siteId, createdAt: createdAt + 1 }),
        'skipped',
      );
      expect(await readFailed()).toEqual([
        {
          siteId: of.siteId,
          siteName: expect.stringContaining('second'),
          clientId: of.clientId,
          remark: 'Refused.',
          at: now,
        },
      ]);
      const next = await request({ siteId: of.siteId, createdAt: createdAt + 2 });
      await ledger().addStep(next, 'completed', now);
      expect(await readFailed()).toEqual([]);
    });

    describe('keeps questions:', () => {
      test('only those that a held lease has started are returned', async () => {
        const scan = await request();
        const starts = [startOf(scan), startOf(scan, { question: 5 })];
        expect(await start(...starts)).toEqual(starts);
        const other: RunnerLease = { ...lease, id: uuid(1) };
        expect(await ledger().startQuestions(other, [startOf(scan, { question: 1 })])).toEqual([]);
        const asked = await ledger().askedQuestions(siteId, scan.id);
        expect(asked.map(({ question }) => question)).toEqual([0, 5]);
        expect(await start()).toEqual([]);
      });

      test('an attempt is returned again as long as it has no outcome', async () => {
        const scan = await request();
        const again = startOf(scan);
        await start(again);
        expect(await start(again)).toEqual([again]);
        await ledger().endQuestions([endOf(again)]);
        expect(await start(again)).toEqual([]);
        expect(await ledger().askedQuestions(siteId, scan.id)).toHaveLength(1);
      });

      test('a question in flight has no outcome, and no cost yet', async () => {
        const scan = await request();
        await start(startOf(scan, { question: 4, at: now + 5 }));
        expect(await ledger().askedQuestions(siteId, scan.id)).toEqual([
          {
            question: 4,
            attempt: 1,
            platform: 'claude_api',
            region: 'ZZ',
            at: now + 5,
            firstAt: now + 5,
            estimate: 30_000,
            lease: lease.id,
            outcome: null,
            cost: 0,
            highestCost: 0,
            reason: '',
          },
        ]);
        expect(await ledger().scan(tenant, siteId, scan.id)).toMatchObject({ startedAt: now + 5 });
      });

      test('the newest attempt has the outcome, and all attempts have the cost', async () => {
        const scan = await request();
        const reason = 'It was busy.';
        await ask(startOf(scan), { outcome: 'failed', reason, cost: 7 });
        await ask(startOf(scan, { attempt: 2 }), { outcome: 'answered', cost: 8 });
        await ask(startOf(scan, { question: 1 }), { cost: 9 });
        await ask(startOf(scan, { question: 1, attempt: 2 }), { outcome: 'failed', reason });
        expect(await ledger().askedQuestions(siteId, scan.id)).toMatchObject([
          { question: 0, attempt: 2, outcome: 'answered', cost: 15, highestCost: 8, reason: '' },
          { question: 1, attempt: 2, outcome: 'failed', cost: 15_009, highestCost: 15_000, reason },
        ]);
        expect(await readAnswers(scan)).toEqual([{ question: 0, answer }]);
      });

      test.each([
        ['before', ['answered', 'interrupted']],
        ['after', ['interrupted', 'answered']],
      ] as const)(
        'an answer written down %s the interruption of its attempt counts',
        async (_, order) => {
          const scan = await request();
          const begin = startOf(scan);
          await start(begin);
          for (const outcome of order) {
            const isAnswered = outcome === 'answered';
            const fields = isAnswered
              ? { cost: 11 }
              : { cost: 20_000, reason: 'The host stopped.' };
            await ledger().endQuestions([endOf(begin, { outcome, ...fields })]);
          }
          const row = { outcome: 'answered', reason: '', questions: 1, amount: 11 };
          expect(await ledger().progress(tenant, siteId, [scan.id])).toMatchObject([row]);
          expect(await ledger().askedQuestions(siteId, scan.id)).toMatchObject([
            { outcome: 'answered', cost: 11, reason: '' },
          ]);
          expect(await readAnswers(scan)).toEqual([{ question: 0, answer }]);
        },
      );

      test('an end that is written down twice counts once', async () => {
        const scan = await request();
        await ask(startOf(scan), { cost: 5 });
        await ledger().endQuestions([endOf(startOf(scan), { cost: 5 })]);
        const progress = await ledger().progress(tenant, siteId, [scan.id]);
        expect(progress).toMatchObject([{ questions: 1, amount: 5 }]);
        expect(await readAnswers(scan)).toHaveLength(1);
      });

      test('progress counts by platform, region, outcome and reason, with amounts reserved in flight', async () => {
        const [scan, other] = [await request(), await request()];
        await ask(startOf(scan));
        await ask(startOf(scan, { question: 1 }));
        const refusal = { outcome: 'refused', reason: 'Busy.', cost: 0 } as const;
        await ask(startOf(scan, { question: 2 }), refusal);
        await start(startOf(scan, { question: 2, attempt: 2 }), startOf(scan, { question: 4 }));
        await ask(startOf(other, { question: 3 }), refusal);
        const chatgpt = { platform: 'chatgpt_api', region: 'DE' };
        const claude = { platform: 'claude_api', region: 'ZZ' };
        const inFlight = { outcome: null, reason: '', questions: 1, sentAt: now };
        const progress = await ledger().progress(tenant, siteId, [other.id, scan.id]);
        expect(progress).toHaveLength(4);
        expect(progress).toEqual(
          expect.arrayContaining([
            {
              scanId: scan.id,
              ...chatgpt,
              outcome: 'answered',
              reason: '',
              questions: 2,
              sentAt: null,
              amount: 30_000,
            },
            { scanId: scan.id, ...chatgpt, ...inFlight, amount: 20_000 },
            { scanId: scan.id, ...claude, ...inFlight, amount: 30_000 },
            {
              scanId: other.id,
              ...chatgpt,
              outcome: 'refused',
              reason: 'Busy.',
              questions: 1,
              sentAt: null,
              amount: 0,
            },
          ]),
        );
        expect(await ledger().progress(tenant, siteId, [])).toEqual([]);
      });

      test('thousands of questions are started, ended and read in batches, in the order of their numbers', async () => {
        const scan = await request();
        const starts = Array.from({ length: 2_100 }, (_, question) => startOf(scan, { question }));
        expect(await start(...starts)).toHaveLength(starts.length);
        const ends = starts.map((begin) =>
          endOf(begin, { answer: { ...answer, text: `${begin.question} ${'x'.repeat(4_000)}` } }),
        );
        await ledger().endQuestions(ends);
        let batches = 0;
        let next = 0;
        for await (const batch of ledger().answersOf(siteId, scan.id)) {
          batches += 1;
          for (const { question, answer: read } of batch) {
            expect(question).toBe(next);
            expect(read.text.startsWith(`${question} `)).toBe(true);
            next += 1;
          }
        }
        expect(next).toBe(starts.length);
        if (store.name === 'clickhouse') expect(batches).toBeGreaterThan(5);
        expect(await ledger().askedQuestions(siteId, scan.id)).toHaveLength(starts.length);
      });
    });

    describe('keeps amounts:', () => {
      test('spending is by site, month in a zone, and platform, with the reserved amounts in flight', async () => {
        const of = branches.other.ids.siteId;
        const site = { id: of, accountId: accounts.other };
        const scan = await request({ siteId: of });
        // In Berlin, the second one is already in February.
        const january = Date.parse('2026-01-31T22:59:59.999Z');
        const february = Date.parse('2026-01-31T23:00:00Z');
        await ask(startOf(scan, { at: january }), { cost: 1 });
        await ask(startOf(scan, { question: 1, at: february }), { cost: 10 });
        // Neither paid for nor answered.
        await ask(startOf(scan, { question: 2, at: february }), { outcome: 'refused', cost: 0 });
        await ask(startOf(scan, { question: 2, attempt: 2, at: february }), {
          ...{ outcome: 'failed', cost: 0 },
        });
        // Answered for nothing.
        await ask(startOf(scan, { question: 3, at: february }), { cost: 0 });
        await start(startOf(scan, { question: 4, at: february }));
        const row = { siteId: of, platform: 'chatgpt_api', questions: 1 };
        const inFlight = { siteId: of, platform: 'claude_api', questions: 1, amount: 30_000 };
        const read = async (zone: string, since: number) =>
          (await ledger().spending(site, zone, since)).toSorted((a, b) =>
            `${a.month} ${a.platform}` < `${b.month} ${b.platform}` ? -1 : 1,
          );
        expect(await read('Europe/Berlin', january)).toEqual([
          { ...row, month: '2026-01', amount: 1 },
          { ...row, month: '2026-02', questions: 2, amount: 10 },
          { ...inFlight, month: '2026-02' },
        ]);
        expect(await read('UTC', january)).toEqual([
          { ...row, month: '2026-01', questions: 3, amount: 11 },
          { ...inFlight, month: '2026-01' },
        ]);
        expect(await read('UTC', february)).toMatchObject([{ amount: 10 }, { amount: 30_000 }]);
        expect(await ledger().spending(null, 'UTC', january)).toContainEqual({
          ...inFlight,
          month: '2026-01',
        });
        expect(await ledger().spending(site, 'UTC', february + 1)).toEqual([]);
      });

      test('a question that ends in the next month counts in the month in which it was sent', async () => {
        const of = branches.sample.ids.siteId;
        const site = { id: of, accountId: accounts.sample };
        const scan = await request({ siteId: of });
        const february = Date.parse('2026-02-01T00:00:00Z');
        await ask(startOf(scan, { at: february - 1 }), { at: february, cost: 3 });
        expect(await ledger().spending(site, 'UTC', february)).toEqual([]);
        expect(await ledger().spending(site, 'UTC', february - 1)).toMatchObject([
          { month: '2026-01', amount: 3 },
        ]);
      });
    });

    describe('keeps responses:', () => {
      test('the newest raw response of a question is returned, whatever the outcome', async () => {
        const scan = await request();
        await ask(startOf(scan), { outcome: 'failed', raw: '{"earlier": true}' });
        expect(await ledger().rawResponse(tenant, siteId, scan.id, 0)).toBe('{"earlier": true}');
        // Cut within a character.
        await ask(startOf(scan, { attempt: 2 }), { raw: '{"later": "\ud83d' });
        expect(await ledger().rawResponse(tenant, siteId, scan.id, 0)).toBe('{"later": "\ufffd');
        expect(await ledger().rawResponse(tenant, siteId, scan.id, 1)).toBeNull();
      });

      test('what platforms say is counted by platform and reason, the three most frequent for each', async () => {
        const scan = await request();
        const fail = (question: number, message: string, fields: Partial<QuestionStart> = {}) =>
          ask(startOf(scan, { question, ...fields }), {
            outcome: 'failed',
            reason: 'Refused.',
            message,
          });
        for (const [question, message] of ['B', 'B', 'A', 'C'].entries())
          await fail(question, message);
        for (const [index, message] of ['D', 'E', 'E', 'F'].entries())
          await fail(4 + index, message);
        const rows = (platform: string, messages: readonly string[]) =>
          messages.map((message) => ({
            ...{ scanId: scan.id, platform, reason: 'Refused.', message },
            questions: 'BE'.includes(message) ? 2 : 1,
          }));
        const expected = [
          ...rows('chatgpt_api', ['B', 'A', 'C']),
          ...rows('claude_api', ['E', 'D', 'F']),
        ];
        expect(await ledger().messages(tenant, siteId, [scan.id])).toEqual(expected);
        // Only the newest attempt of a question counts.
        await fail(0, 'G', { attempt: 2 });
        expect(await ledger().messages(tenant, siteId, [scan.id])).toEqual([
          ...['A', 'B', 'C'].flatMap((message) => ({
            ...rows('chatgpt_api', [message])[0],
            questions: 1,
          })),
          ...rows('claude_api', ['E', 'D', 'F']),
        ]);
        expect(await ledger().messages(tenant, siteId, [])).toEqual([]);
        const stranger = { accountId: accounts.business, clientId: null };
        expect(await ledger().messages(stranger, siteId, [scan.id])).toEqual([]);
      });

      test('regions with failures of a kind are found in all scans of an account since an instant', async () => {
        const { siteId: of } = branches.business.ids;
        const business = { accountId: accounts.business, clientId: null };
        const query = { since: now, reasonEnd: 'not from here.' };
        const reason = 'Status 400: not from here.';
        for (const [at, fields] of [
          [now - 1, { reason }],
          [now, { reason: 'Broken.' }],
          [now, { reason, outcome: 'refused' }],
        ] as const) {
          const scan = await request({ siteId: of });
          await ask(startOf(scan), { outcome: 'failed', at, ...fields });
        }
        expect(await ledger().failedRegions(business, query)).toEqual([]);
        for (const at of [now + 2, now + 1])
          await ask(startOf(await request({ siteId: of })), { outcome: 'failed', at, reason });
        const found = [{ platform: 'chatgpt_api', region: 'DE', at: now + 2 }];
        expect(await ledger().failedRegions(business, query)).toEqual(found);
        expect(await ledger().failedRegions(tenant, query)).toEqual([]);
      });

      test('days before a given one are dropped, except for those with an unfinished scan', async () => {
        const scans = [await request(), await request(), await request()];
        const days = ['2025-03-01', '2025-03-02', '2025-03-03'];
        for (const [index, scan] of scans.entries()) {
          const at = Date.parse(`${days[index]}T23:59:59Z`);
          await ask(startOf(scan, { at }), { at, raw: days[index] ?? '' });
          if (index !== 0) await ledger().addStep(scan, 'completed', at);
        }
        const readRaws = () =>
          Promise.all(scans.map(({ id }) => ledger().rawResponse(tenant, siteId, id, 0)));
        await ledger().dropResponsesBefore('2025-03-03');
        expect(await readRaws()).toEqual(['2025-03-01', null, '2025-03-03']);
        const [unfinished] = scans;
        if (unfinished) await ledger().addStep(unfinished, 'completed', now);
        await ledger().dropResponsesBefore('2025-03-03');
        expect(await readRaws()).toEqual([null, null, '2025-03-03']);
      });
    });

    test('sites with settings can be scanned unless they are archived', async () => {
      const settings = {
        platforms: ['claude_api' as const],
        regions: ['DE'],
        runs: 2,
        schedule: { days: [1, 3], time: '06:30', zone: 'Europe/Berlin' },
        scanCeilingUsd: 5,
        monthCeilingUsd: 50.5,
      };
      const of = branches.second.ids.siteId;
      const patch = (fields: object) =>
        importMeasurements(
          store,
          recordInput('settings', [{ type: 'site', id: of, patch: true, ...fields }]),
          { clock: () => now },
        );
      await patch({ collection: settings });
      const expected = {
        siteId: of,
        siteName: expect.stringContaining('second'),
        clientId: branches.second.ids.clientId,
        accountId: accounts.agency,
        sample: false,
        settings,
        since: now,
      };
      const readSite = async () =>
        (await ledger().scannableSites()).filter((site) => site.siteId === of);
      expect(await readSite()).toEqual([expected]);
      expect(await ledger().scannableSites(accounts.agency)).toContainEqual(expected);
      expect(await ledger().scannableSites(accounts.business)).not.toContainEqual(expected);
      await patch({ active: false });
      expect(await readSite()).toEqual([]);
      await patch({ active: true });
    });

    describe('gives the right to run scans to one at a time:', () => {
      test('a second lease is granted once the first has ended, which then starts nothing', async () => {
        const scan = await request();
        expect(await lease.isStillHeld()).toBe(true);
        const ended = lease;
        const taking = ledger().takeLease(new AbortController().signal);
        await lease.end();
        lease = await taking;
        expect([await ended.isStillHeld(), await lease.isStillHeld()]).toEqual([false, true]);
        expect(lease.id).not.toBe(ended.id);
        expect(await ledger().startQuestions(ended, [startOf(scan)])).toEqual([]);
        expect(await ledger().askedQuestions(siteId, scan.id)).toEqual([]);
      });

      test('an attempt that an earlier lease has started is not returned to a later one', async () => {
        const scan = await request();
        const [first, second] = [startOf(scan), startOf(scan, { question: 1 })];
        await start(first);
        await lease.end();
        lease = await ledger().takeLease(new AbortController().signal);
        expect(await start(first, second)).toEqual([second]);
      });

      test('a wait that is ended rejects with the reason, and does not keep others waiting', async () => {
        const abort = new AbortController();
        const waiting = ledger().takeLease(abort.signal);
        const next = ledger().takeLease(new AbortController().signal);
        const reason = new Error('The host stops.');
        abort.abort(reason);
        await expect(waiting).rejects.toBe(reason);
        await lease.end();
        lease = await next;
        await expect(ledger().takeLease(abort.signal)).rejects.toBe(reason);
      });
    });

    describe('removes scans:', () => {
      /** What is read of a scan, apart from its amounts. */
      const readAll = async (scan: ScanRequest) => {
        const of = scan.siteId;
        const isIt = ({ id }: { id: string }) => id === scan.id;
        return {
          scan: await ledger().scan(tenant, of, scan.id),
          listed: (await ledger().scans(tenant, of, wholePage)).some(isIt),
          unfinished: (await ledger().unfinishedScans()).some(isIt),
          running: (await ledger().runningScans(tenant)).some(isIt),
          asked: await ledger().askedQuestions(of, scan.id),
          answers: await readAnswers(scan),
          progress: await ledger().progress(tenant, of, [scan.id]),
          raw: await ledger().rawResponse(tenant, of, scan.id, 0),
          messages: await ledger().messages(tenant, of, [scan.id]),
        };
      };
      const nothing = {
        scan: null,
        listed: false,
        unfinished: false,
        running: false,
        asked: [],
        answers: [],
        progress: [],
        messages: [],
        raw: null,
      };
      const amountOf = async (id: string) => {
        const site = { id, accountId: tenant.accountId };
        const rows = await ledger().spending(site, 'UTC', 0);
        return rows.reduce((sum, { amount }) => sum + amount, 0);
      };

      test('a removed scan is not returned, but its amounts still count', async () => {
        const scan = await request();
        await ask(startOf(scan), { raw: 'raw', cost: 123 });
        expect(await readAll(scan)).toMatchObject({ listed: true, unfinished: true, raw: 'raw' });
        const amount = await amountOf(siteId);
        await ledger().addStep(scan, 'removed', now);
        expect(await readAll(scan)).toEqual(nothing);
        expect(await amountOf(siteId)).toBe(amount);
      });

      test('a removed scan stays removed, whatever is written down later', async () => {
        const scan = await request();
        const begin = startOf(scan);
        await start(begin);
        await ledger().addStep(scan, 'removed', now);
        await ledger().addStep(scan, 'running', now + 1);
        await ledger().endQuestions([endOf(begin, { raw: 'late' })]);
        expect(await readAll(scan)).toEqual(nothing);
      });

      test('rows that another account wrote for a site with the same ID count only for all sites', async () => {
        const amount = await amountOf(siteId);
        const due = (await ledger().lastDueTimes(now)).get(siteId);
        const sum = async () =>
          (await ledger().spending(null, 'UTC', 0)).reduce((total, row) => total + row.amount, 0);
        const before = await sum();
        const scan = await request({ accountId: accounts.other, dueAt: now });
        await ask(startOf(scan), { raw: 'raw', cost: 321 });
        expect(await readAll(scan)).toEqual(nothing);
        expect(await ledger().newestScanId(tenant, siteId)).not.toBe(scan.id);
        await ledger().addStep(scan, 'failed', now + 1_000_000);
        expect(await ledger().lastEnd(tenant)).not.toBe(now + 1_000_000);
        expect((await ledger().failedScans(tenant)).map(({ at }) => at)).not.toContain(
          now + 1_000_000,
        );
        expect(await amountOf(siteId)).toBe(amount);
        expect((await ledger().lastDueTimes(now)).get(siteId)).toBe(due);
        expect(await sum()).toBe(before + 321);
      });

      test('an import that removes a scan removes it from the ledger too', async () => {
        const { ids } = branches.third;
        const scan = await request({ id: ids.scanId, siteId: ids.siteId });
        await ask(startOf(scan));
        expect(await readAll(scan)).toMatchObject({ listed: true });
        await remove({ type: 'scan', id: ids.scanId });
        expect(await readAll(scan)).toEqual(nothing);
      });

      test('the scans of a removed client do not reappear when it is imported again', async () => {
        const { clientId, siteId: of } = branches.third.ids;
        const scan = await request({ siteId: of });
        await ask(startOf(scan), { cost: 77 });
        const late = startOf(scan, { question: 1 });
        await start(late);
        const amount = await amountOf(of);
        await remove({ type: 'client', id: clientId });
        await ledger().endQuestions([endOf(late, { raw: 'late', cost: late.estimate })]);
        expect(await readAll(scan)).toEqual(nothing);
        const createdAt = '2026-02-01T00:00:00Z';
        const fields = { name: 'Again', createdAt };
        await importMeasurements(
          store,
          recordInput('again', [
            { type: 'client', id: clientId, accountId: accounts.agency, ...fields },
            { type: 'site', id: of, clientId, ...fields },
          ]),
        );
        expect(await readAll(scan)).toEqual(nothing);
        expect(await amountOf(of)).toBe(amount);
      });
    });
  });
}
