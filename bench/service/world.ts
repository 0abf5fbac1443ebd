import type { Catalogue } from '../../src/service/records/catalogue.ts';
import { noBranding } from '../../src/service/store/records.ts';
import type { AnswerRecord } from '../../src/service/store/store.ts';
import { noClassifications } from '../../tests/setup/scopes.ts';

// The data of the service's benchmark: one site, scanned once a day with every prompt on every platform in every
// region, which makes 1,800 answers per scan. A fixed hash decides which of eight brands an answer mentions.

export const promptsPerScan = 60;
const platforms = [
  'claude_api',
  'chatgpt_api',
  'gemini_api',
  'perplexity_sonar_pro',
  'chatgpt_app',
  'gemini_app',
  'google_ai_summaries_app',
  'google_ai_mode_app',
  'microsoft_copilot_app',
  'perplexity_app',
];
const regions = ['US:California', 'DE:Berlin', 'GB:London'];
const brandCount = 8;
export const answersPerScan = promptsPerScan * platforms.length * regions.length;

const uuidOf = (kind: string, n: number) =>
  `00000000-0000-4000-${kind}-${n.toString(16).padStart(12, '0')}`;
export const ids = {
  account: uuidOf('8000', 1),
  client: uuidOf('8000', 2),
  site: uuidOf('8000', 3),
  brand: (n: number) => uuidOf('9000', n),
  prompt: (n: number) => uuidOf('a000', n),
  scan: (n: number) => uuidOf('b000', n),
};

/** A fixed 32-bit hash (the finaliser of MurmurHash3), so that every run has the same data. */
export function hash(n: number): number {
  let h = n | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const firstDay = Date.UTC(2010, 0, 1);
const dayMs = 86_400_000;
export const scanDayOf = (scan: number): string =>
  new Date(firstDay + scan * dayMs).toISOString().slice(0, 10);

export const tagOf = (prompt: number): string => `tag-${prompt % 5}`;
export const personaOf = (prompt: number): string => `persona-${prompt % 3}`;

export function createCatalogue(scans: number): Catalogue {
  const range = (n: number) => Array.from({ length: n }, (_, index) => index);
  const created = { createdAt: firstDay, updatedAt: firstDay };
  return {
    accounts: [{ id: ids.account, name: 'Bench', kind: 'agency', sample: false }],
    clients: [
      {
        id: ids.client,
        accountId: ids.account,
        name: 'Bench',
        websiteUrl: '',
        industry: '',
        description: '',
        ...noBranding,
        ...created,
      },
    ],
    sites: [
      {
        id: ids.site,
        accountId: ids.account,
        clientId: ids.client,
        name: 'Bench',
        url: '',
        active: true,
        collection: null,
        ...created,
      },
    ],
    brands: range(brandCount).map((n) => ({
      id: ids.brand(n),
      siteId: ids.site,
      name: `Brand ${n}`,
      aliases: [`Brand ${n}`],
      domains: [],
      role: n === 0 ? ('tracked' as const) : ('competitor' as const),
    })),
    prompts: range(promptsPerScan).map((n) => ({
      id: ids.prompt(n),
      siteId: ids.site,
      text: `Prompt ${n}`,
      category: 'all',
      ...noClassifications,
      tags: [tagOf(n)],
      personas: [{ value: personaOf(n), label: personaOf(n) }],
      mentionsTracked: false,
      retired: false,
    })),
    scans: range(scans).map((n) => {
      const at = firstDay + n * dayMs + 23 * 3_600_000;
      return {
        id: ids.scan(n),
        siteId: ids.site,
        status: 'completed' as const,
        createdAt: at - 60_000,
        startedAt: at - 50_000,
        completedAt: at,
        updatedAt: at,
      };
    }),
    recommendations: [],
  };
}

/** An answer with indices instead of IDs, to be converted to the rows of either store. */
export interface PlainAnswer {
  scan: number;
  prompt: number;
  platform: number;
  region: number;
  brands: number[];
  /** The sentiment of each mention, in millionths and in the order of `brands`. */
  sentiments: number[];
}

export function* createPlainAnswers(scan: number): Generator<PlainAnswer> {
  for (let n = 0; n < answersPerScan; n += 1) {
    const h = hash(scan * answersPerScan + n);
    const mentioned: number[] = [];
    for (let brand = 0; brand < brandCount; brand += 1)
      if ((h >>> brand) & 1) mentioned.push(brand);
    yield {
      scan,
      prompt: n % promptsPerScan,
      platform: Math.floor(n / promptsPerScan) % platforms.length,
      region: Math.floor(n / (promptsPerScan * platforms.length)),
      brands: mentioned,
      sentiments: mentioned.map((brand) => hash(h ^ brand) % 100_000_001),
    };
  }
}

export const toAnswerRecord = (answer: PlainAnswer): AnswerRecord => ({
  siteId: ids.site,
  scanId: ids.scan(answer.scan),
  promptId: ids.prompt(answer.prompt),
  platform: platforms[answer.platform] ?? '',
  region: regions[answer.region] ?? '',
  run: 1,
  brandIds: answer.brands.map(ids.brand),
  sentiments: answer.sentiments,
});

const toLine = (type: string, record: object) => JSON.stringify({ type, ...record });

/** An answer in the import format, with mentions. */
export function toAnswerLine({ siteId, brandIds, sentiments, ...fields }: AnswerRecord): string {
  const mentions = brandIds.map((brandId, index) => ({
    brandId,
    sentiment: (sentiments[index] ?? 0) / 1_000_000,
  }));
  return toLine('answer', { ...fields, mentions });
}

/** The catalogue in the import format. */
export function* createCatalogueLines(scans: number): Generator<string> {
  const toIso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const records = createCatalogue(scans);
  for (const { sample, ...account } of records.accounts) yield toLine('account', account);
  for (const client of records.clients) {
    yield toLine('client', {
      ...client,
      createdAt: toIso(client.createdAt),
      updatedAt: toIso(client.updatedAt),
    });
  }
  for (const site of records.sites) {
    yield toLine('site', {
      ...site,
      createdAt: toIso(site.createdAt),
      updatedAt: toIso(site.updatedAt),
    });
  }
  for (const brand of records.brands) yield toLine('brand', brand);
  for (const { mentionsTracked, ...prompt } of records.prompts) yield toLine('prompt', prompt);
  for (const scan of records.scans) {
    yield toLine('scan', {
      ...scan,
      createdAt: toIso(scan.createdAt),
      startedAt: toIso(scan.startedAt),
      completedAt: toIso(scan.completedAt),
      updatedAt: toIso(scan.updatedAt),
    });
  }
}

/** The catalogue and all answers in the format of `npm run import`. */
export function* createImportLines(scans: number): Generator<string> {
  yield* createCatalogueLines(scans);
  for (let scan = 0; scan < scans; scan += 1) {
    for (const answer of createPlainAnswers(scan)) yield toAnswerLine(toAnswerRecord(answer));
  }
}
