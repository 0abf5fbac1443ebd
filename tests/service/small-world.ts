import type { ScanStatus } from '../../src/contract/enums.ts';
import { notesScope, scansScope, scopes } from '../../src/contract/scopes.ts';
import { digestOf, makeKey, prefixOf } from '../../src/service/access/keys.ts';
import { readCitation } from '../../src/service/addresses/cited-page.ts';
import { answerIdOf } from '../../src/service/answers/answer-id.ts';
import type { Catalogue } from '../../src/service/records/catalogue.ts';
import type { StoredScanSettings } from '../../src/service/records/site.ts';
import {
  type BrandRecord,
  type KeyRecord,
  noBranding,
  type PromptRecord,
  type RecommendationRecord,
  type ScanRecord,
  type SiteRecord,
} from '../../src/service/store/records.ts';
import {
  type AnswerEvidence,
  type AnswerRecord,
  noEvidence,
  type Store,
} from '../../src/service/store/store.ts';

/** A fixed UUID with letters, so that case matters. */
export const uuid = (n: number) => `abcdef00-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
export const unknownId = uuid(0xffff);

/** The current time of the small world's service. */
export const now = Date.parse('2026-02-01T00:00:00.000Z');
const parseInstant = (text: string) => Date.parse(`${text}Z`);

export const accounts = { agency: uuid(1), other: uuid(2), business: uuid(3), sample: uuid(4) };

/**
 * One client (none for the business), site, brand, prompt, scan, answer, recommendation and note. All their texts contain the
 * branch's marker, so that a foreign marker in a response proves a leak.
 */
export interface Branch {
  marker: string;
  accountId: string;
  /** IDs by path parameter. */
  ids: {
    clientId: string | null;
    siteId: string;
    promptId: string;
    scanId: string;
    recommendationId: string;
    noteId: string;
    answerId: string;
  };
  brandId: string;
}

/** The fields that the answers of all branches have in common. */
const commonAnswerFields = { platform: 'claude_api', region: 'US', run: 1 };

function createBranch(
  marker: string,
  accountId: string,
  firstId: number,
  hasClient = true,
): Branch {
  const [promptId, scanId] = [uuid(firstId + 2), uuid(firstId + 3)];
  return {
    marker: `mark-${marker}`,
    accountId,
    ids: {
      clientId: hasClient ? uuid(firstId) : null,
      siteId: uuid(firstId + 1),
      promptId,
      scanId,
      recommendationId: uuid(firstId + 4),
      noteId: uuid(0x400 + firstId),
      answerId: answerIdOf({ scanId, promptId, ...commonAnswerFields }),
    },
    brandId: uuid(firstId + 5),
  };
}

export const branches = {
  first: createBranch('first', accounts.agency, 0x10),
  second: createBranch('second', accounts.agency, 0x20),
  third: createBranch('third', accounts.agency, 0x30),
  other: createBranch('other', accounts.other, 0x40),
  business: createBranch('business', accounts.business, 0x50, false),
  sample: createBranch('sample', accounts.sample, 0x60),
} as const;

/** Creation times of clients and sites: in the first branch, and in all others. */
const creationTimes = { first: '2025-01-01T00:00', others: '2025-02-01T00:00' };

/** The branding of the first client; the others have none. */
export const firstBranding = {
  logo: 'data:image/png;base64,QUJD',
  accent: '#00875a',
  reportName: 'mark-first report',
};

function createBranchCatalogue(
  { marker, accountId, ids, brandId }: Branch,
  name: string,
): Catalogue {
  const createdAt = name === 'first' ? creationTimes.first : creationTimes.others;
  const timestamps = {
    createdAt: parseInstant(createdAt),
    updatedAt: parseInstant('2025-03-01T00:00'),
  };
  const { clientId, siteId, promptId, scanId, recommendationId } = ids;
  const label = { value: `${marker}-value`, label: `${marker} label` };
  return {
    accounts: [],
    clients: clientId
      ? [
          {
            id: clientId,
            accountId,
            name: `${marker} client`,
            websiteUrl: `https://${marker}.example`,
            industry: `${marker} industry`,
            description: `${marker} description`,
            ...(name === 'first' ? firstBranding : noBranding),
            ...timestamps,
          },
        ]
      : [],
    sites: [
      {
        id: siteId,
        accountId,
        clientId,
        name: `${marker} site`,
        url: `https://${marker}.example`,
        active: true,
        collection: null,
        ...timestamps,
      },
    ],
    brands: [
      {
        id: brandId,
        siteId,
        name: `${marker} brand`,
        aliases: [`${marker} brand`],
        role: 'tracked',
        domains: [`${marker}.example`],
      },
    ],
    prompts: [
      {
        id: promptId,
        siteId,
        text: `${marker} prompt`,
        category: `${marker} category`,
        tags: [`${marker} tag`],
        products: [label],
        personas: [label],
        journeyStages: [label],
        mentionsTracked: false,
        retired: false,
      },
    ],
    scans: [createScan(scanId, siteId, 'completed', '2026-01-01T10:00', '2026-01-01T11:00')],
    recommendations: [createRecommendation(recommendationId, siteId, `${marker} recommendation`)],
  };
}

const createRecommendation = (id: string, siteId: string, title: string): RecommendationRecord => ({
  id,
  siteId,
  title,
  body: `${title}, in more words`,
  status: 'open',
  createdAt: parseInstant('2026-01-15T09:00'),
});

function createScan(
  id: string,
  siteId: string,
  status: ScanStatus,
  startedAt: string | null,
  completedAt: string | null,
): ScanRecord {
  return {
    id,
    siteId,
    status,
    createdAt: parseInstant('2025-12-31T08:00'),
    startedAt: startedAt === null ? null : parseInstant(startedAt),
    completedAt: completedAt === null ? null : parseInstant(completedAt),
    updatedAt: parseInstant('2026-01-10T00:00'),
  };
}

/** A site whose figures were calculated by hand for the contract tests. */
export const measured = {
  siteId: uuid(0x100),
  brands: { acme: uuid(0x101), beta: uuid(0x102), gamma: uuid(0x103), delta: uuid(0x104) },
  prompts: { shoes: uuid(0x111), care: uuid(0x112) },
  scans: {
    first: uuid(0x121),
    /** Has no `completedAt`, so it is ordered as if completed at noon on the day it started, before `silent`. */
    undated: uuid(0x123),
    silent: uuid(0x122),
    empty: uuid(0x124),
    failed: uuid(0x125),
    running: uuid(0x126),
    queued: uuid(0x127),
  },
  recommendations: [uuid(0x131), uuid(0x132), uuid(0x133), uuid(0x134), uuid(0x135)],
} as const;

/** Other sites of the agency's first client. */
export const moreSites = {
  /** Has no tracked brand. */
  untracked: uuid(0x200),
  /** Has no brands or scans. */
  bare: uuid(0x201),
  inactive: uuid(0x202),
} as const;
export const untrackedBrands = { echo: uuid(0x211), foxtrot: uuid(0x212) };

function createSite(id: string, name: string, createdAt: string, active = true): SiteRecord {
  return {
    id,
    accountId: accounts.agency,
    clientId: branches.first.ids.clientId,
    name,
    url: 'https://shop.example',
    active,
    createdAt: parseInstant(createdAt),
    updatedAt: parseInstant('2025-12-01T00:00'),
    collection: null,
  };
}

/** Where and when the questions of the measured site are asked. */
export const measuredScanSettings: StoredScanSettings = {
  platforms: ['chatgpt_api', 'claude_api'],
  regions: ['US', 'FR'],
  runs: 2,
  schedule: { days: [1, 4], time: '06:30', zone: 'Europe/Berlin' },
  scanCeilingUsd: 5,
  monthCeilingUsd: 20,
  since: parseInstant('2025-12-01T00:00'),
};

const createBrand = (
  siteId: string,
  id: string,
  name: string,
  role: BrandRecord['role'],
): BrandRecord => ({
  id,
  siteId,
  name,
  aliases: [name],
  role,
  domains: [`${name.toLowerCase()}.example`],
});

const shoesPrompt: PromptRecord = {
  id: measured.prompts.shoes,
  siteId: measured.siteId,
  text: 'Are Acme running shoes any good?',
  category: 'buying',
  tags: ['price'],
  products: [{ value: 'shoe', label: 'Shoes' }],
  personas: [{ value: 'runner', label: 'Runner' }],
  journeyStages: [{ value: 'decide', label: 'Decision' }],
  mentionsTracked: true,
  retired: false,
};
const carePrompt: PromptRecord = {
  id: measured.prompts.care,
  siteId: measured.siteId,
  text: 'How do I clean suede?',
  category: 'care',
  tags: ['price', 'fit'],
  products: [{ value: 'brush', label: 'Brushes' }],
  personas: [],
  journeyStages: [{ value: 'own', label: 'Ownership' }],
  mentionsTracked: false,
  retired: false,
};

function createMeasuredCatalogue(): Catalogue {
  const { siteId, brands, scans } = measured;
  return {
    accounts: [
      { id: accounts.agency, name: 'Agency', kind: 'agency', sample: false },
      { id: accounts.other, name: 'Other agency', kind: 'agency', sample: false },
      { id: accounts.business, name: 'Business', kind: 'business', sample: false },
      { id: accounts.sample, name: 'Sample agency', kind: 'agency', sample: true },
    ],
    clients: [],
    sites: [
      { ...createSite(siteId, 'Shop', '2025-06-01T00:00'), collection: measuredScanSettings },
      createSite(moreSites.untracked, 'Untracked', '2025-06-02T00:00'),
      createSite(moreSites.bare, 'Bare', '2025-06-02T00:00'),
      createSite(moreSites.inactive, 'Inactive', '2025-06-03T00:00', false),
    ],
    brands: [
      createBrand(siteId, brands.delta, 'Delta', 'discovered'),
      createBrand(siteId, brands.gamma, 'gamma', 'competitor'),
      createBrand(siteId, brands.beta, 'Beta', 'competitor'),
      createBrand(siteId, brands.acme, 'Acme', 'tracked'),
      createBrand(moreSites.untracked, untrackedBrands.echo, 'Echo', 'competitor'),
      createBrand(moreSites.untracked, untrackedBrands.foxtrot, 'Foxtrot', 'discovered'),
    ],
    prompts: [shoesPrompt, carePrompt],
    scans: [
      createScan(scans.empty, siteId, 'completed', '2026-01-05T10:00', '2026-01-05T11:00'),
      createScan(scans.silent, siteId, 'completed', '2026-01-03T17:00', '2026-01-03T18:00'),
      createScan(scans.undated, siteId, 'completed', '2026-01-03T20:00', null),
      createScan(scans.first, siteId, 'completed', '2026-01-01T22:00', '2026-01-01T23:30'),
      createScan(scans.failed, siteId, 'failed', '2026-01-04T10:00', '2026-01-04T11:00'),
      createScan(scans.running, siteId, 'running', '2026-01-06T10:00', null),
      createScan(scans.queued, siteId, 'queued', null, null),
    ],
    recommendations: measured.recommendations.map((id, n) => ({
      ...createRecommendation(id, siteId, 'Say more'),
      // The second is the newest; the third has neither a status nor a time; the others are equally old.
      ...(n === 1 ? { createdAt: parseInstant('2026-01-16T09:00') } : {}),
      ...(n === 2 ? { status: '', createdAt: null } : {}),
    })),
  };
}

type Mentions = Partial<Record<keyof typeof measured.brands, number | null>>;

/** @param mentions each mentioned brand's sentiment: a number from 0 to 100, or null if unknown. */
function createAnswer(
  scanId: string,
  promptId: string,
  platform: string,
  region: string,
  mentions: Mentions,
  run = 1,
): AnswerRecord {
  const sortedMentions = Object.entries(measured.brands)
    .flatMap(([name, id]) => {
      const mention = Object.entries(mentions).find(([mentioned]) => mentioned === name);
      return mention ? [{ id, sentiment: mention[1] }] : [];
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    siteId: measured.siteId,
    scanId,
    promptId,
    platform,
    region,
    run,
    brandIds: sortedMentions.map(({ id }) => id),
    sentiments: sortedMentions.map(({ sentiment }) =>
      sentiment === null ? null : sentiment * 1_000_000,
    ),
  };
}

/** Where a text names the small world's brands, whose names are their keys with a capital: see `AnswerRecord.places`. */
function placesIn(text: string, brandIds: readonly string[]): number[] {
  const names = Object.entries(measured.brands);
  const starts = brandIds.map((brandId) => {
    const [key = ''] = names.find(([, id]) => id === brandId) ?? [];
    return text.indexOf(`${key.slice(0, 1).toUpperCase()}${key.slice(1)}`);
  });
  return starts.map((start) =>
    start === -1 ? 0 : 1 + starts.filter((other) => other !== -1 && other < start).length,
  );
}

/** Adds a text and citations to an answer. @param cited URLs without their scheme */
function addEvidence(
  answer: AnswerRecord,
  text: string | null,
  cited: readonly string[] = [],
  more: Partial<AnswerEvidence> = {},
): AnswerRecord {
  const citations = cited.map((url) => ({ url: `https://${url}`, title: `About ${url}` }));
  return {
    ...answer,
    ...(text !== null && { places: placesIn(text, answer.brandIds) }),
    domains: citations.map((citation) => readCitation(citation)?.domain ?? ''),
    pages: citations.map((citation) => readCitation(citation)?.page ?? ''),
    evidence: { ...noEvidence, text, model: 'model-1', searched: true, citations, ...more },
  };
}

function createMeasuredAnswers(): AnswerRecord[] {
  const { first, undated, silent, failed } = measured.scans;
  const { shoes, care } = measured.prompts;
  return [
    addEvidence(
      createAnswer(first, shoes, 'claude_api', 'US', { acme: 80, beta: 60 }),
      'Acme shoes are **very good**. Beta is fine too, says [a test](https://tests.example/shoes "Wellies").',
      ['shop.acme.example/shoes', 'tests.example/shoes', 'tests.example/more'],
      {
        queries: ['best running shoes', 'Acme shoes test'],
        retrieved: [
          { url: 'https://tests.example/shoes?utm_source=search', title: 'Cited' },
          { url: 'https://www.beta.example/shoes', title: 'Beta shoes' },
          { url: 'https://beta.example/shoes#sizes', title: 'The same page' },
          { url: 'https://news.example/', title: '' },
        ],
        location: 'Chicago, US',
      },
    ),
    addEvidence(
      createAnswer(first, shoes, 'chatgpt_app', 'US:California', { acme: null }),
      'Naïve runners love Acme — “honestly” 👟, and ACME loves them.',
      [],
      { model: '', searched: false },
    ),
    addEvidence(
      createAnswer(first, care, 'claude_api', 'US', { beta: 40 }),
      'Use a Beta brush.',
      ['acme.example/care', 'tests.example/brushes'],
      { queries: ['clean suede', 'best running shoes'] },
    ),
    createAnswer(first, care, 'chatgpt_app', 'DE', {}),
    addEvidence(
      createAnswer(undated, shoes, 'claude_api', 'US', { acme: 70.5, delta: 20 }),
      'Acme and Delta make shoes.',
      ['beta.example', 'blog.beta.example/shoes'],
      { searched: null, queries: ['Acme shoes test', 'Acme shoes test'] },
    ),
    addEvidence(
      createAnswer(undated, care, 'claude_api', 'US', { gamma: 10, delta: 30 }),
      null,
      ['acme.example/care'],
      { queries: ['clean suede'] },
    ),
    createAnswer(undated, care, 'perplexity_app', 'US:California', { acme: 50 }),
    createAnswer(silent, shoes, 'claude_api', 'US', {}),
    createAnswer(silent, shoes, 'claude_api', 'US', {}, 2),
    createAnswer(failed, shoes, 'gemini_app', 'FR', { acme: 100 }),
  ];
}

const createBranchAnswer = ({ marker, ids, brandId }: Branch): AnswerRecord =>
  addEvidence(
    {
      siteId: ids.siteId,
      scanId: ids.scanId,
      promptId: ids.promptId,
      ...commonAnswerFields,
      brandIds: [brandId],
      sentiments: [null],
    },
    `The ${marker} brand is everywhere.`,
    [`${marker}.example/page`],
    {
      model: `${marker} model`,
      queries: [`${marker} search`],
      retrieved: [{ url: `https://${marker}.example/found`, title: `${marker} found` }],
      location: `${marker} place`,
    },
  );

const mergeCatalogues = (parts: readonly Catalogue[]): Catalogue => ({
  accounts: parts.flatMap((part) => part.accounts),
  clients: parts.flatMap((part) => part.clients),
  sites: parts.flatMap((part) => part.sites),
  brands: parts.flatMap((part) => part.brands),
  prompts: parts.flatMap((part) => part.prompts),
  scans: parts.flatMap((part) => part.scans),
  recommendations: parts.flatMap((part) => part.recommendations),
});

const allScopes = [...scopes];

/** All keys, with their restrictions and the branches that each may see. */
export const keyPlans = {
  agency: { accountId: accounts.agency, scopes: allScopes, sees: ['first', 'second', 'third'] },
  readonly: { accountId: accounts.agency, scopes: [], sees: ['first', 'second', 'third'] },
  /** Has every scope but that for running scans. */
  unpaid: {
    accountId: accounts.agency,
    scopes: scopes.filter((scope) => scope !== scansScope),
    sees: ['first', 'second', 'third'],
  },
  client: {
    accountId: accounts.agency,
    clientId: branches.first.ids.clientId,
    scopes: allScopes,
    sees: ['first'],
  },
  other: { accountId: accounts.other, scopes: allScopes, sees: ['other'] },
  business: { accountId: accounts.business, scopes: allScopes, sees: ['business'] },
  sample: { accountId: accounts.sample, scopes: allScopes, sample: true, sees: ['sample'] },
  revoked: { accountId: accounts.agency, scopes: [notesScope], revoked: true, sees: [] },
  /** Expires at `now`. */
  expired: { accountId: accounts.agency, scopes: [notesScope], expiresAt: now, sees: [] },
  // The following keys do not work, because they mix properties of real and sample keys.
  realToSample: { accountId: accounts.sample, scopes: [notesScope], sees: [] },
  sampleToReal: { accountId: accounts.agency, scopes: [notesScope], sample: true, sees: [] },
  sampleByName: { accountId: accounts.agency, scopes: [notesScope], hasSampleText: true, sees: [] },
} as const satisfies Record<string, KeyPlan>;
export type KeyName = keyof typeof keyPlans;

interface KeyPlan {
  accountId: string;
  clientId?: string | null;
  scopes: readonly string[];
  sample?: boolean;
  revoked?: boolean;
  expiresAt?: number;
  /** Whether the key has the text of a sample key although its record is not marked as one. */
  hasSampleText?: boolean;
  sees: readonly (keyof typeof branches)[];
}

function createKeyRecord(key: string, name: string, plan: KeyPlan, n: number): KeyRecord {
  return {
    id: uuid(0x300 + n),
    digest: digestOf(key),
    prefix: prefixOf(key),
    name,
    accountId: plan.accountId,
    clientId: plan.clientId ?? null,
    scopes: plan.scopes,
    sample: plan.sample ?? false,
    createdAt: parseInstant('2025-01-01T00:00'),
    revokedAt: plan.revoked ? parseInstant('2025-01-02T00:00') : null,
    expiresAt: plan.expiresAt ?? null,
    lastUsedAt: null,
    sessionsEndedAt: null,
    hidesNotes: false,
    share: null,
  };
}

/**
 * Fills an empty store with four accounts, their branches, the measured site, `moreSites`, a note for each branch and
 * all keys of `keyPlans`.
 * @returns a function that returns the text of a key by name.
 */
export async function loadSmallWorld(store: Store): Promise<(name: KeyName) => string> {
  const writer = await store.beginImport();
  const branchCatalogues = Object.entries(branches).map(([name, branch]) =>
    createBranchCatalogue(branch, name),
  );
  await writer.writeCatalogue(mergeCatalogues([createMeasuredCatalogue(), ...branchCatalogues]));
  await writer.writeAnswers([
    ...createMeasuredAnswers(),
    ...Object.values(branches).map(createBranchAnswer),
  ]);
  await writer.commit();

  for (const { marker, accountId, ids } of Object.values(branches)) {
    const { siteId, recommendationId, noteId } = ids;
    const note = { activityId: noteId, siteId, recommendationId };
    const tenant = { accountId, clientId: null };
    await store.addNote(tenant, {
      ...note,
      body: `${marker} note`,
      createdAt: parseInstant('2026-01-16T09:00'),
      author: `${marker} author`,
      authorKeyId: null,
      audience: 'client',
    });
  }
  const keys = new Map<string, string>();
  const plans: [string, KeyPlan][] = Object.entries(keyPlans);
  const records = plans.map(([name, plan], n) => {
    const key = plan.sample || plan.hasSampleText ? `sample-${name.toLowerCase()}` : makeKey();
    keys.set(name, key);
    return createKeyRecord(key, name, plan, n);
  });
  await store.putKeys(...records);
  return (name) => keys.get(name) ?? '';
}
