import type { Catalogue } from '../../src/service/records/catalogue.ts';
import { type BrandRecord, noBranding, type ScanRecord } from '../../src/service/store/records.ts';
import type { AnswerRecord, Store } from '../../src/service/store/store.ts';
import { importBatch } from '../properties/random-world.ts';
import { accounts, now, uuid } from './small-world.ts';

const dayLength = 86_400_000;
const instantBefore = (daysAgo: number) => now - daysAgo * dayLength;

interface SitePlan {
  name: string;
  /** Days before `now` of each scan, the oldest first; may be fractional. */
  scans: readonly number[];
  /** Days before `now` of each failed scan. */
  failed?: readonly number[];
  /** For 'untracked', a discovered brand and a competitor; by default, a tracked brand and a competitor. */
  brands?: 'untracked' | 'none';
  /** Days before `now` when scans began to measure Claude; by default, every scan measures it. */
  claudeSince?: number;
  /** Leaves the newest scan without answers. */
  lastHasNoAnswers?: boolean;
  /** Leaves the newest scan without a completion time. */
  lastIsUndated?: boolean;
}

/**
 * Days before `now` of `count` scans, the newest `last` days ago.
 * @param every days from one scan to the next
 */
const listScanDays = (last: number, count: number, every = 1): number[] =>
  Array.from({ length: count }, (_, index) => last + (count - 1 - index) * every);

/** Clients of the agency, with their sites from the newest to the oldest. */
const plans: Readonly<Record<string, readonly SitePlan[]>> = {
  Daily: [{ name: 'daily.example', scans: listScanDays(0.5, 150), failed: [0.4, 0.3, 2] }],
  /** Its last 60 scans cover the current period, but none of the previous one. */
  Twice: [{ name: 'twice.example', scans: listScanDays(0.25, 140, 0.5) }],
  Several: [
    { name: 'untracked.example', scans: listScanDays(0.1, 5), brands: 'untracked' },
    { name: 'never.example', scans: [] },
    { name: 'old.example', scans: listScanDays(20, 30) },
    { name: 'fresh.example', scans: listScanDays(0.2, 70) },
    { name: 'fifth.example', scans: listScanDays(3, 10) },
    { name: 'sixth.example', scans: listScanDays(0.01, 10) },
  ],
  Silent: [{ name: 'silent.example', scans: listScanDays(0.5, 64), lastHasNoAnswers: true }],
  Undated: [{ name: 'undated.example', scans: listScanDays(1.5, 20), lastIsUndated: true }],
  Untracked: [
    { name: 'no-brand.example', scans: listScanDays(1, 4), brands: 'none' },
    { name: 'competitor.example', scans: listScanDays(2, 4), failed: [1], brands: 'untracked' },
    { name: 'undated-competitor.example', scans: [9], brands: 'untracked', lastIsUndated: true },
  ],
  Unmeasured: [{ name: 'unmeasured.example', scans: [], failed: [3, 2, 1] }],
  Siteless: [],
  /** Has measured one more platform since the middle of the current period. */
  Remeasured: [{ name: 'remeasured.example', scans: listScanDays(0.5, 150), claudeSince: 15 }],
};
export const busyClientNames = Object.keys(plans);
const siteCount = Object.values(plans).flat().length;

const cells = ['chatgpt_app', 'chatgpt_api', 'claude_api'].flatMap((platform) =>
  ['DE', 'US', 'US:California'].map((region) => ({ platform, region })),
);

/** A number from 0 to 1 that depends only on `n`. */
const pseudoRandomOf = (n: number) => (Math.imul(n + 1, 0x9e37_79b1) >>> 8) / 0x100_0000;

/** Creates a site's records, whose IDs are numbered from `from`. */
function createRecords(plan: SitePlan, clientId: string, from: number, createdAt: number) {
  const siteId = uuid(from);
  const { name, scans: times, claudeSince = Number.POSITIVE_INFINITY } = plan;
  const last = times.length - 1;
  const createBrand = (n: number, role: BrandRecord['role']) => {
    const brandName = `${role} of ${name}`;
    return { id: uuid(from + n), siteId, name: brandName, aliases: [], role, domains: [] };
  };
  const first = createBrand(1, plan.brands === 'untracked' ? 'discovered' : 'tracked');
  const brands = plan.brands === 'none' ? [] : [first, createBrand(2, 'competitor')];
  const completedScans = times.map((daysAgo, n): ScanRecord => {
    const at = instantBefore(daysAgo);
    const completedAt = plan.lastIsUndated && n === last ? null : at;
    const when = { createdAt: at, startedAt: at, completedAt, updatedAt: at };
    return { id: uuid(from + 0x100 + n), siteId, status: 'completed', ...when };
  });
  const failedScans = (plan.failed ?? []).map((daysAgo, n): ScanRecord => {
    const at = instantBefore(daysAgo);
    const when = { createdAt: at, startedAt: at, completedAt: null, updatedAt: at };
    return { id: uuid(from + 0x80 + n), siteId, status: 'failed', ...when };
  });
  const promptId = uuid(from + 3);
  const answers = completedScans.flatMap((scan, n): AnswerRecord[] =>
    plan.lastHasNoAnswers && n === last
      ? []
      : cells.flatMap(({ platform, region }, cell) =>
          // Not every platform is measured in every region or every scan.
          cell === 4 ||
          (cell === 7 && n % 3 === 0) ||
          (platform === 'claude_api' && (times[n] ?? 0) > claudeSince)
            ? []
            : [1, 2].map((run): AnswerRecord => {
                const drawn = pseudoRandomOf(from + n * 97 + cell * 7 + run);
                const isMentioned = drawn < ((times[n] ?? 0) < 30 ? 0.35 : 0.7);
                const namedBrands = brands.filter((_, index) => index === 1 || isMentioned);
                return {
                  siteId,
                  scanId: scan.id,
                  promptId,
                  platform,
                  region,
                  run,
                  brandIds: namedBrands.map(({ id }) => id),
                  sentiments: namedBrands.map(() => Math.round(drawn * 100_000_000)),
                };
              }),
        ),
  );
  const catalogue: Omit<Catalogue, 'accounts' | 'clients' | 'recommendations'> = {
    sites: [
      {
        id: siteId,
        accountId: accounts.agency,
        clientId,
        name,
        active: true,
        collection: null,
        url: `https://${name}`,
        createdAt,
        updatedAt: createdAt,
      },
    ],
    brands,
    prompts: [
      {
        id: promptId,
        siteId,
        text: 'A prompt',
        category: 'buying',
        tags: [],
        products: [],
        personas: [],
        journeyStages: [],
        mentionsTracked: false,
        retired: false,
      },
    ],
    scans: [...completedScans, ...failedScans],
  };
  return { catalogue, answers };
}

const busySites = Object.entries(plans).flatMap(([client, sites], c) =>
  sites.map((plan) => ({ plan, client, clientId: uuid(0x7000 + c) })),
);
const firstNumberOf = (index: number) => 0x1_0000 + index * 0x1000;

/** The ID of a site of the busy world. */
export const busySiteIdOf = (name: string): string =>
  uuid(firstNumberOf(busySites.findIndex(({ plan }) => plan.name === name)));

/**
 * Adds clients to the agency of a small world. Some of their sites have more scans than an overview has points for, one
 * has two scans a day, and every kind of site that the client table treats differently is included.
 */
export async function loadBusyWorld(store: Store): Promise<void> {
  const records = busySites.map(({ plan, clientId }, index) =>
    // The first site of a client is the newest.
    createRecords(plan, clientId, firstNumberOf(index), instantBefore(400 - (siteCount - index))),
  );
  const all = <K extends 'sites' | 'brands' | 'prompts' | 'scans'>(table: K) =>
    records.flatMap(({ catalogue }): Catalogue[K][number][] => [...catalogue[table]]);
  await importBatch(store, {
    catalogue: {
      accounts: [],
      clients: busyClientNames.map((name, c) => ({
        id: uuid(0x7000 + c),
        accountId: accounts.agency,
        name,
        websiteUrl: '',
        industry: '',
        description: '',
        ...noBranding,
        createdAt: instantBefore(500),
        updatedAt: instantBefore(500),
      })),
      sites: all('sites'),
      brands: all('brands'),
      prompts: all('prompts'),
      scans: all('scans'),
      recommendations: [],
    },
    answers: records.flatMap(({ answers }) => answers),
  });
}
