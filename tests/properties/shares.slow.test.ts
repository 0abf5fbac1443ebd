import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelledClassifications } from '../../src/contract/classifications.ts';
import { addDays } from '../../src/contract/dates/days.ts';
import { comparisonOf, daysInView } from '../../src/contract/dates/days-in-view.ts';
import { compareModes, type Days } from '../../src/contract/dates/periods.ts';
import { ranges } from '../../src/contract/dates/ranges.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, everyEndpoint } from '../../src/contract/every-endpoint.ts';
import { filterParameters, readQuery } from '../../src/contract/parameters.ts';
import { sharePages } from '../../src/contract/share-pages.ts';
import type { ShareDates } from '../../src/contract/sightline/shares.ts';
import { digestOf, makeKey } from '../../src/service/access/keys.ts';
import { everyAnswerSearch } from '../../src/service/store/answer-search.ts';
import type { KeyRecord, PromptRecord, ShareRecord } from '../../src/service/store/records.ts';
import { scanDayOf } from '../../src/service/store/scan-day.ts';
import type { AnswerRecord, Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { endpointOf } from '../setup/endpoints.ts';
import { chooseRepetitions } from '../setup/soak.ts';
import { createStrictService } from '../setup/strict-service.ts';
import { Draw } from './draw.ts';
import { drawParameters, drawRequests } from './random-requests.ts';
import { type Batch, drawWorld, importBatch, type World } from './random-world.ts';

const worldCount = chooseRepetitions(100, 300);
const requestsPerWorld = 40;

/** Whether an endpoint exists for no share. */
const isAbsent = (name: EndpointName): boolean => everyEndpoint[name].shares === 'none';

/**
 * Whether an endpoint returns answers, what they cite or what was searched for, which a share may include for fewer days
 * than figures: only shares with one of these pages may call it.
 */
function returnsAnswers(name: EndpointName): boolean {
  const { shares }: Endpoint = everyEndpoint[name];
  return typeof shares !== 'string' && (shares.includes('answers') || shares.includes('sources'));
}

/** Lists that are empty for every share: the clients, and the overview of sites. */
const emptyLists = ['clients', 'overview'];

/** The newest record with each ID. */
function latestRecords<T extends { id: string }>(
  world: World,
  recordsOf: (batch: Batch) => readonly T[],
): T[] {
  return [
    ...new Map(world.batches.flatMap(recordsOf).map((record) => [record.id, record])).values(),
  ];
}

const today = '2026-03-20';

/** Draws rolling days, fixed days near those of the scans, or all days, with any comparison. */
function drawDates(draw: Draw): ShareDates {
  const day = () => draw.pick(['2026-02-26', '2026-02-28', '2026-03-01', '2026-03-02']);
  const [startDate = null, endDate = null] = draw.chance(2) ? [day(), day()].sort() : [];
  const [compareStart = null, compareEnd = null] = [day(), day()].sort();
  const range = startDate === null && draw.chance(2) ? draw.pick(ranges) : null;
  const compare = draw.pick([...compareModes, null]);
  return { range, startDate, endDate, compare, compareStart, compareEnd };
}

interface Window extends Days {
  /** Days between `start` and `end` that are left out; null if none are. */
  gap: Days | null;
}

/** The days for which a share includes figures, and those for which it includes answers, which may be fewer. */
function windowsOf({ dates }: ShareRecord): { figures: Window; answers: Window } {
  const { startDate, endDate } = daysInView(dates, today);
  const view = { start: startDate ?? '0000-01-01', end: endDate ?? '9999-12-31', gap: null };
  const compared = comparisonOf(dates, today);
  if (compared === null || compared === 'halves') return { figures: view, answers: view };
  const { before, earlier } = compared;
  const isAdjacent = addDays(before.end, 1) === startDate;
  const gap = isAdjacent
    ? null
    : { start: addDays(before.end, 1), end: addDays(startDate ?? today, -1) };
  return {
    figures: { ...view, gap, start: earlier.at(-1)?.start ?? before.start },
    answers: isAdjacent ? { ...view, start: before.start } : view,
  };
}

const isInWindow = (day: string, { start, end, gap }: Window) =>
  day >= start && day <= end && !(gap && day >= gap.start && day <= gap.end);

/** Draws a share of a site, with locked filters and dates. */
function drawShare(draw: Draw, world: World, siteId: string): ShareRecord {
  const parameters = drawParameters(draw, world, siteId);
  const { query } = readQuery(
    filterParameters,
    new URLSearchParams(parameters.filter(([name]) => name in filterParameters)),
  );
  const lockedNames = draw.pickSome(
    ['promptId', 'tag', 'category', 'platform', 'region'] as const,
    3,
  );
  const question = new URLSearchParams();
  for (const name of lockedNames) for (const value of query[name]) question.append(name, value);
  for (const name of draw.pickSome(labelledClassifications.parameters, 4)) {
    for (const value of query[name]) question.append(name, value);
  }
  if (query.brandMention !== null) question.append('brandMention', query.brandMention);
  return {
    kind: 'share',
    siteId,
    title: 'Share',
    pages: [...sharePages],
    view: '',
    question: question.toString(),
    dates: drawDates(draw),
    passphrase: null,
    createdBy: 'random',
    creatorId: null,
  };
}

const matchesAny = (lockedValues: readonly string[], values: readonly string[]) =>
  lockedValues.length === 0 || values.some((value) => lockedValues.includes(value));

/** Whether the locked filters of a share include an answer, decided from the records alone. */
function matchesFilters(
  share: ShareRecord,
  { platform, region, prompt }: { platform: string; region: string; prompt: PromptRecord },
): boolean {
  const locked = new URLSearchParams(share.question);
  const mention = locked.get('brandMention');
  const country = region.split(':')[0] ?? '';
  return (
    matchesAny(locked.getAll('promptId'), [prompt.id]) &&
    matchesAny(locked.getAll('tag'), prompt.tags) &&
    matchesAny(locked.getAll('category'), [prompt.category]) &&
    labelledClassifications.parameters.every((name) =>
      matchesAny(
        locked.getAll(name),
        prompt[labelledClassifications.fieldOf[name]].map(({ value }) => value),
      ),
    ) &&
    matchesAny(locked.getAll('platform'), [platform]) &&
    matchesAny(locked.getAll('region'), [region, country]) &&
    (mention === null || (mention === 'mentions_tracked_brand') === prompt.mentionsTracked)
  );
}

/** Returns whether a share's filters include an answer and the day of its scan is in the window. */
type InclusionCheck = (answer: AnswerDimensions, window: Window) => boolean;
type AnswerDimensions = Pick<AnswerRecord, 'scanId' | 'promptId' | 'platform' | 'region'>;

/** Loads two stores with only what a share includes: one for its figures, one for its answers and sources. */
async function loadIncludedStores(
  wholeStore: Store,
  world: World,
  share: ShareRecord,
): Promise<{ figures: Store; answers: Store }> {
  const { siteId } = share;
  const windows = windowsOf(share);
  const site = world.sites.find(({ id }) => id === siteId);
  const prompts = new Map(
    latestRecords(world, ({ catalogue }) => catalogue.prompts).map((prompt) => [prompt.id, prompt]),
  );
  const scans = latestRecords(world, ({ catalogue }) => catalogue.scans).filter(
    (scan) => scan.siteId === siteId && isInWindow(scanDayOf(scan), windows.figures),
  );
  const days = new Map(
    scans.filter(({ status }) => status === 'completed').map((scan) => [scan.id, scanDayOf(scan)]),
  );
  const isIncluded: InclusionCheck = ({ scanId, promptId, platform, region }, window) => {
    const [day, prompt] = [days.get(scanId), prompts.get(promptId)];
    if (day === undefined || prompt === undefined) return false;
    return isInWindow(day, window) && matchesFilters(share, { platform, region, prompt });
  };
  const tenant = { accountId: site?.accountId ?? '', clientId: null };
  const answers = await wholeStore.answers(tenant, siteId, everyAnswerSearch, {
    after: null,
    limit: 100_000,
  });
  const includedAnswers = answers.filter((answer) => isIncluded(answer, windows.figures));
  const shownPrompts = new Set(includedAnswers.map(({ promptId }) => promptId));
  const loadStore = async (window: Window) => {
    const store = createMemoryStore();
    const shownScans = new Set(
      scans.filter((scan) => isInWindow(scanDayOf(scan), window)).map(({ id }) => id),
    );
    for (const { catalogue, answers: imported } of world.batches) {
      await importBatch(store, {
        catalogue: {
          ...catalogue,
          sites: catalogue.sites.filter(({ id }) => id === siteId),
          prompts: catalogue.prompts.filter(({ id }) => shownPrompts.has(id)),
          scans: catalogue.scans.filter(({ id }) => shownScans.has(id)),
          recommendations: [],
        },
        answers: imported.filter(
          (answer) => answer.siteId === siteId && isIncluded(answer, window),
        ),
      });
    }
    return store;
  };
  return { figures: await loadStore(windows.figures), answers: await loadStore(windows.answers) };
}

const createServiceOver = (store: Store) =>
  createStrictService(store, { clock: () => Date.parse(today) });

const withoutCursor = (text: string) => text.replace(/"nextCursor":"[^"]*"/, '"nextCursor":"…"');

it('a share returns exactly what a store with only the shared data would return', {
  timeout: 300_000,
}, async () => {
  const successCounts = new Map<string, number>();
  let worldNumber = 0;
  const property = fc.asyncProperty(fc.gen(), async (gen) => {
    const draw = new Draw(gen);
    worldNumber += 1;
    const world = drawWorld(draw, worldNumber);
    const wholeStore = createMemoryStore();
    for (const batch of world.batches) await importBatch(wholeStore, batch);
    const site = draw.pick(world.sites);
    const share = drawShare(draw, world, site.id);
    const [secret, key] = [makeKey(), makeKey()];
    const record: KeyRecord = {
      id: world.id(77),
      digest: digestOf(secret),
      prefix: 'sl_',
      name: 'Share',
      accountId: site.accountId,
      clientId: null,
      scopes: [],
      sample: false,
      share,
      createdAt: 0,
      revokedAt: null,
      expiresAt: null,
      sessionsEndedAt: null,
      hidesNotes: false,
      lastUsedAt: null,
    };
    await wholeStore.putKeys(record);
    const includedStores = await loadIncludedStores(wholeStore, world, share);
    for (const store of Object.values(includedStores)) {
      await store.putKeys({ ...record, digest: digestOf(key), share: null });
    }
    const sharedService = createServiceOver(wholeStore);
    const figuresService = createServiceOver(includedStores.figures);
    const answersService = createServiceOver(includedStores.answers);
    const send = async (service: typeof sharedService, path: string, token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await service.fetch(new Request(`http://service.test${path}`, { headers }));
      return { status: response.status, text: withoutCursor(await response.text()) };
    };
    const keys = world.issuedKeys.filter((issued) => issued.record.accountId === site.accountId);
    const siteWorld = { ...world, sites: [site], issuedKeys: keys.slice(0, 1) };
    const requests = [
      ...drawRequests(draw, siteWorld, requestsPerWorld, { withLists: true }),
      ...drawRequests(draw, world, requestsPerWorld / 4, { withLists: true }),
    ];
    for (const { path } of requests) {
      const endpoint = endpointOf('GET', new URL(path, 'http://x').pathname);
      if (endpoint === null) throw new Error(`There is no endpoint at ${path}.`);
      const response = await send(sharedService, path, secret);
      successCounts.set(
        endpoint,
        (successCounts.get(endpoint) ?? 0) + (response.status === 200 ? 1 : 0),
      );
      if (isAbsent(endpoint)) expect(response.status, path).toBe(404);
      else if (emptyLists.includes(endpoint)) expect(JSON.parse(response.text).data).toEqual([]);
      else {
        const context = `${path}\n${share.question} ${JSON.stringify(share.dates)}`;
        const reference = returnsAnswers(endpoint) ? answersService : figuresService;
        expect({ context, ...response }).toEqual({
          context,
          ...(await send(reference, path, key)),
        });
      }
    }
  });
  await fc.assert(property, { numRuns: worldCount, seed: 20, endOnFailure: true });
  const succeeded = [...successCounts]
    .filter(([, count]) => count > worldCount / 30)
    .map(([name]) => name);
  expect(succeeded).toEqual(
    expect.arrayContaining([
      'timeline',
      'matrix',
      'counts',
      'promptsReport',
      'sources',
      'pages',
      'searches',
      'answers',
    ]),
  );
  expect(succeeded).toEqual(
    expect.arrayContaining(['filters', 'prompt', 'scan', 'prompts', 'scans']),
  );
});
