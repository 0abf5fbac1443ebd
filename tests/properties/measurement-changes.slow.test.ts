import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scanStatuses } from '../../src/contract/enums.ts';
import { createQueryClient } from '../../src/dashboard/api/query-client.ts';
import { loadChanges } from '../../src/dashboard/site/comparison/load-changes.ts';
import { readSearch, requestOf } from '../../src/dashboard/site/search/search.ts';
import type { ChangedScan } from '../../src/figures/comparison/measurement-changes.ts';
import { changeText } from '../../src/figures/comparison/shown-verdict.ts';
import { digestOf, makeKey, prefixOf } from '../../src/service/access/keys.ts';
import { noBranding, type PromptRecord, type ScanRecord } from '../../src/service/store/records.ts';
import type { AnswerRecord } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { noClassifications } from '../setup/scopes.ts';
import { createStrictService } from '../setup/strict-service.ts';
import { Draw } from './draw.ts';
import { importBatch, regions } from './random-world.ts';

const runs = 400;
const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const [accountId, clientId, siteId, brandId] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const dayMs = 86_400_000;
const epoch = Date.UTC(2026, 0, 1);
const dayOf = (n: number) => new Date(epoch + n * dayMs).toISOString().slice(0, 10);
const times = { createdAt: epoch, updatedAt: epoch };
const platforms = ['chatgpt_app', 'claude_api', 'gemini_app', 'perplexity_app'] as const;

/** Draws the indices of the scans that include a platform, region or group of prompts: a range, sometimes with gaps. */
function drawScanIndices(draw: Draw, scanCount: number): ReadonlySet<number> {
  const from = draw.chance(2) ? 0 : draw.uniformInteger(0, scanCount - 1);
  const end = draw.chance(2) ? scanCount : draw.uniformInteger(from, scanCount);
  const hasGaps = draw.chance(4);
  const indices = Array.from({ length: end - from }, (_, n) => from + n);
  return new Set(indices.filter(() => !hasGaps || !draw.chance(4)));
}

const drawPlans = <T>(draw: Draw, parts: readonly T[], scanCount: number) =>
  parts.map((part) => ({ part, scans: drawScanIndices(draw, scanCount) }));

/** Draws a scan of day `n`, with a completion time, so that v1 and the list of scans date it alike. */
function drawScan(draw: Draw, n: number): ScanRecord {
  const completedAt = epoch + n * dayMs + draw.pick([0, 1, dayMs / 2, dayMs - 1]);
  const createdAt = completedAt - draw.pick([0, 60_000, dayMs, 2 * dayMs - 1]);
  return {
    id: uuid(1_000 + n),
    siteId,
    createdAt,
    startedAt: createdAt,
    completedAt,
    status: draw.chance(8) ? draw.pick(scanStatuses) : 'completed',
    updatedAt: completedAt,
  };
}

const createPrompt = (n: number): PromptRecord => ({
  id: uuid(100 + n),
  siteId,
  text: `Prompt ${n}`,
  category: '',
  ...noClassifications,
  mentionsTracked: false,
  retired: false,
});

/**
 * Draws the answers of each scan: one to the first prompt for each included platform and region, and one to each other
 * included prompt.
 */
function drawAnswers(draw: Draw, scans: readonly ScanRecord[], prompts: readonly PromptRecord[]) {
  const count = scans.length;
  const [firstPrompt, ...otherPrompts] = prompts;
  const platformPlans = drawPlans(draw, platforms, count);
  const regionPlans = drawPlans(draw, regions, count);
  const groupSize = draw.uniformInteger(0, otherPrompts.length);
  const promptGroups = [otherPrompts.slice(0, groupSize), otherPrompts.slice(groupSize)];
  const promptPlans = drawPlans(draw, promptGroups, count);
  return scans.flatMap(({ id: scanId }, at): AnswerRecord[] => {
    const includedIn = <T>(plans: readonly { part: T; scans: ReadonlySet<number> }[]): T[] =>
      plans.filter((plan) => plan.scans.has(at)).map(({ part }) => part);
    const cells = includedIn(platformPlans).flatMap((platform) =>
      includedIn(regionPlans).map((region) => ({ platform, region })),
    );
    const createAnswer = (prompt: PromptRecord | undefined, cell: (typeof cells)[number]) => ({
      siteId,
      scanId,
      promptId: prompt?.id ?? '',
      ...cell,
      run: 1,
      brandIds: draw.chance(3) ? [] : [brandId],
      sentiments: [],
    });
    if (cells.length === 0) return [];
    return [
      ...cells.map((cell) => createAnswer(firstPrompt, cell)),
      ...includedIn(promptPlans)
        .flat()
        .map((prompt) => createAnswer(prompt, draw.pick(cells))),
    ];
  });
}

/** Opens a service on a random site. @returns a function that requests a path, and the number of days with scans */
async function openRandomSite(draw: Draw) {
  const dayCount = draw.uniformInteger(3, 20);
  const scans = Array.from({ length: dayCount }, (_, n) => drawScan(draw, n));
  const prompts = Array.from({ length: draw.uniformInteger(1, 12) }, (_, n) => createPrompt(n));
  const store = createMemoryStore();
  await importBatch(store, {
    catalogue: {
      accounts: [{ id: accountId, name: 'Account', kind: 'agency', sample: false }],
      clients: [
        {
          id: clientId,
          accountId,
          name: 'Client',
          websiteUrl: '',
          industry: '',
          description: '',
          ...noBranding,
          ...times,
        },
      ],
      sites: [
        {
          id: siteId,
          accountId,
          clientId,
          name: 'Site',
          url: '',
          active: true,
          collection: null,
          ...times,
        },
      ],
      brands: [
        { id: brandId, siteId, name: 'Acme', aliases: ['Acme'], role: 'tracked', domains: [] },
      ],
      recommendations: [],
      prompts,
      scans,
    },
    answers: drawAnswers(draw, scans, prompts),
  });
  const key = makeKey();
  await store.putKeys({
    id: uuid(5),
    digest: digestOf(key),
    prefix: prefixOf(key),
    name: 'k',
    accountId,
    clientId: null,
    scopes: [],
    sample: false,
    createdAt: 0,
    revokedAt: null,
    expiresAt: null,
    lastUsedAt: null,
    sessionsEndedAt: null,
    hidesNotes: false,
    share: null,
  });
  const service = createStrictService(store);
  const request = async (path: string): Promise<Response> =>
    service.fetch(
      new Request(`http://service.test${path}`, { headers: { Authorization: `Bearer ${key}` } }),
    );
  return { request, dayCount };
}

/** Finds changes with the dashboard's code, and records the names of the reports and lists that the code requests. */
async function findChangesWith(
  capabilities: readonly string[],
  dates: Record<string, string>,
  request: (path: string) => Promise<Response>,
) {
  const requested = new Set<string>();
  const caller = {
    session: null,
    paging: { cursor: 'cursor', limit: 'limit' },
    transport: (address: string) => {
      requested.add(/(\w+)(?:\?|$)/.exec(address)?.[1] ?? '');
      return request(address);
    },
  };
  const client = createQueryClient(caller, () => {});
  const context = { client, signal: new AbortController().signal, meta: { caller } };
  const timeline = requestOf(readSearch({ ...dates, compare: 'none' }), dayOf(30));
  const changes = await loadChanges(context, { siteId, request: timeline }, capabilities, {
    isCompared: false,
    shouldLoadAll: true,
  });
  client.clear();
  return { changes, requested };
}

/** One line of text for each change, sorted within each scan, because changes may be found in any order. */
const linesOf = (changedScans: readonly ChangedScan[]): string[] =>
  changedScans.flatMap(({ scan, changes }) =>
    changes.map((change) => `${JSON.stringify(scan)}: ${change.kind} ${changeText(change)}`).sort(),
  );

it(`the list of scans and the reports show the same changes in what was measured, for ${runs} random sites`, async () => {
  const changeCounts = new Map<string, number>();
  const property = fc.asyncProperty(fc.gen(), async (gen) => {
    const draw = new Draw(gen);
    const { request, dayCount } = await openRandomSite(draw);
    const [start, end] = [0, 1]
      .map(() => draw.uniformInteger(0, dayCount - 1))
      .sort((a, b) => a - b);
    const dates = {
      ...(draw.chance(3) && { startDate: dayOf(start ?? 0) }),
      ...(draw.chance(3) && { endDate: dayOf(end ?? 0) }),
    };
    const fromScans = await findChangesWith(['scans', 'counts'], dates, request);
    const fromReports = await findChangesWith(['counts'], dates, request);
    expect(fromScans.requested).toContain('scans');
    expect(fromReports.requested).toEqual(new Set(['timeline', 'counts']));
    expect(linesOf(fromScans.changes)).toEqual(linesOf(fromReports.changes));
    // If no completed scan on these days has answers, the dashboard uses the reports instead of the list of scans.
    if (fromScans.requested.has('timeline')) return;
    for (const change of fromScans.changes.flatMap(({ changes }) => changes)) {
      const name = `${change.kind} ${changeText(change).split(' ').at(-1)}`;
      changeCounts.set(name, (changeCounts.get(name) ?? 0) + 1);
    }
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  for (const kind of ['platform', 'region', 'prompts']) {
    for (const change of ['added', 'removed']) {
      expect(changeCounts.get(`${kind} ${change}`), `${kind} ${change}`).toBeGreaterThan(2);
    }
  }
});
