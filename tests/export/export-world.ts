import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import type { Store } from '../../src/service/store/store.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const at = (day: number, time = '10:00:00.000') =>
  `2026-03-${String(day).padStart(2, '0')}T${time}Z`;

export const ids = {
  account: uuid(1),
  client: uuid(2),
  site: uuid(0x10),
  otherSite: uuid(0x11),
  inactiveSite: uuid(0x12),
  brands: { acme: uuid(0x20), beta: uuid(0x21), late: uuid(0x22), other: uuid(0x23) },
  prompts: { second: uuid(0x30), first: uuid(0x2f), other: uuid(0x31) },
  scans: {
    full: uuid(0x40),
    // Comes before `full` by ID, and after it by time.
    textless: uuid(0x3f),
    failed: uuid(0x41),
    running: uuid(0x42),
    queued: uuid(0x43),
    other: uuid(0x44),
  },
  recommendations: { noted: uuid(0x51), plain: uuid(0x50) },
} as const;
const { site, otherSite, brands, prompts, scans, recommendations } = ids;

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>';
const updatedAt = at(20, '08:00:00.123');

const catalogue = [
  { type: 'account', id: ids.account, name: 'Harbour Agency', kind: 'agency' },
  {
    type: 'client',
    id: ids.client,
    accountId: ids.account,
    name: 'Oakwell “Möbel”',
    websiteUrl: 'https://oakwell.example',
    industry: 'Furniture',
    description: 'Makes tables.\nAnd chairs.',
    createdAt: at(1),
    updatedAt,
    logo: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    accent: '#7a4b2a',
    reportName: 'Oakwell',
  },
  {
    type: 'site',
    id: site,
    clientId: ids.client,
    name: 'Shop',
    createdAt: at(1),
    updatedAt,
    collection: {
      platforms: ['claude_api', 'chatgpt_api'],
      regions: ['GB'],
      runs: 2,
      schedule: { days: [1], time: '06:30', zone: 'Europe/Berlin' },
      scanCeilingUsd: 2.5,
      monthCeilingUsd: 40,
    },
  },
  { type: 'site', id: otherSite, clientId: ids.client, name: 'Blog', createdAt: at(2) },
  {
    type: 'site',
    id: ids.inactiveSite,
    clientId: ids.client,
    name: 'Old shop',
    url: 'https://old.example',
    active: false,
    createdAt: at(1),
  },
  { type: 'brand', id: brands.beta, siteId: site, name: 'Beta', role: 'competitor' },
  {
    type: 'brand',
    id: brands.acme,
    siteId: site,
    name: 'Acme',
    aliases: ['Acme', 'ACME Corp'],
    role: 'tracked',
    domains: ['acme.example'],
  },
  { type: 'brand', id: brands.other, siteId: otherSite, name: 'Acme', role: 'tracked' },
  {
    type: 'prompt',
    id: prompts.second,
    siteId: site,
    text: 'Which tables last?',
    category: 'Tables',
    tags: ['durability', 'oak'],
    products: [{ value: 'table', label: 'Table' }],
    personas: [{ value: 'owner', label: 'Owner' }],
    journeyStages: [{ value: 'compare', label: 'Compare' }],
  },
  { type: 'prompt', id: prompts.first, siteId: site, text: 'Is Acme any good?', retired: true },
  { type: 'prompt', id: prompts.other, siteId: otherSite, text: 'Who writes well?' },
  {
    type: 'scan',
    id: scans.full,
    siteId: site,
    status: 'completed',
    createdAt: at(3),
    startedAt: at(3, '11:00:00.001'),
    completedAt: at(3, '12:00:00.999'),
    updatedAt,
  },
  {
    type: 'scan',
    id: scans.textless,
    siteId: site,
    status: 'completed',
    createdAt: at(10),
    completedAt: at(10, '12:00:00.000'),
  },
  { type: 'scan', id: scans.failed, siteId: site, status: 'failed', createdAt: at(11) },
  { type: 'scan', id: scans.running, siteId: site, status: 'running', createdAt: at(12) },
  { type: 'scan', id: scans.queued, siteId: site, status: 'queued', createdAt: at(13) },
  { type: 'scan', id: scans.other, siteId: otherSite, status: 'completed', createdAt: at(4) },
  {
    type: 'recommendation',
    id: recommendations.noted,
    siteId: site,
    title: 'Say more',
    body: 'About care.',
    status: 'open',
    createdAt: at(14),
  },
  { type: 'recommendation', id: recommendations.plain, siteId: site, title: 'Say less' },
];

const createAnswer = (more: object) => ({
  type: 'answer',
  scanId: scans.full,
  promptId: prompts.second,
  platform: 'claude_api',
  region: 'US',
  ...more,
});

const answers = [
  createAnswer({
    text: 'ACME Corp tables are **very good**. Beta is poor. “Late” is unknown.\n\u2028Ends 👟',
    citations: [
      { url: 'https://acme.example/tables?utm_source=x', title: 'Tables' },
      { url: 'https://tests.example/' },
    ],
    model: 'model-1',
    searched: true,
    queries: ['oak tables  test', '“Tische” 👟', 'oak tables  test'],
    retrieved: [
      { url: 'https://tests.example/?utm_source=x' },
      { url: 'https://found.example/', title: 'Found' },
    ],
    location: 'London, GB',
  }),
  createAnswer({ run: 2, text: 'Nobody is known.', searched: false }),
  createAnswer({ run: 3, text: '' }),
  createAnswer({ run: 4, mentions: [], queries: ['only searched'] }),
  // Given mentions may contradict the text.
  createAnswer({
    promptId: prompts.first,
    region: 'GB:London',
    text: 'Late and Beta.',
    mentions: [{ brandId: brands.acme, sentiment: 72.123456 }],
  }),
  createAnswer({
    promptId: prompts.first,
    platform: 'chatgpt_app',
    region: 'UK',
    mentions: [{ brandId: brands.beta }, { brandId: brands.acme, sentiment: 0 }],
    citations: [{ url: 'https://acme.example/only-cited' }],
  }),
  createAnswer({ promptId: prompts.first, platform: 'chatgpt_app', region: 'DE', mentions: [] }),
  createAnswer({ scanId: scans.failed, text: 'Acme was found before the scan failed.' }),
  createAnswer({ scanId: scans.other, promptId: prompts.other, text: 'Acme writes well.' }),
];

/** More answers of one scan than a store reads at once; the scan is not completed, so no report counts them. */
const manyAnswers = Array.from({ length: 300 }, (_, n) => n + 1).flatMap((run) =>
  [prompts.second, prompts.first].map((promptId) =>
    createAnswer({ scanId: scans.running, promptId, run, text: `Acme is number ${run}.` }),
  ),
);

/** More recommendations of one site, and notes on one of them, than an export reads at once. */
const manyRecommendations = Array.from({ length: 101 }, (_, n) => ({
  type: 'recommendation',
  id: uuid(0x1000 + n),
  siteId: ids.inactiveSite,
  title: `Number ${n}`,
}));
const manyNotes = Array.from({ length: 101 }, (_, n) => ({
  type: 'note',
  id: uuid(0x2000 + n),
  siteId: ids.inactiveSite,
  recommendationId: uuid(0x1000),
  body: `Note ${n}`,
  createdAt: at(16),
}));

/** What an export of the client contains. */
export const exportedCounts = {
  accountRecords: 1,
  clients: 1,
  sites: 3,
  brands: 4,
  prompts: 3,
  scans: 6,
  answers: answers.length + manyAnswers.length + 2,
  recommendations: 2 + manyRecommendations.length,
  notes: 3 + manyNotes.length,
};

/** Answers whose texts are not stored, although they were measured. */
const textlessAnswers = [
  createAnswer({
    scanId: scans.textless,
    text: 'Beta is great. Acme is terrible.',
    citations: [{ url: 'https://beta.example/' }],
    model: 'model-2',
  }),
  createAnswer({ scanId: scans.textless, promptId: prompts.first, text: 'Acme, then Beta.' }),
];

/** A brand that is known only after the answers, which are measured again. */
const laterBrand = {
  type: 'brand',
  id: brands.late,
  siteId: site,
  name: 'Late',
  role: 'discovered',
};

/** Fills an empty store with an agency that has one client, and notes on one recommendation. */
export async function loadExportWorld(store: Store): Promise<void> {
  const load = (records: readonly object[], keepsTexts = true) =>
    importMeasurements(store, recordInput('world', records), { keepsTexts });
  await load([...catalogue, ...answers, ...manyAnswers, ...manyRecommendations, ...manyNotes]);
  await load(textlessAnswers, false);
  await load([laterBrand]);
  for (const [n, body] of ['First note', 'Zweite „Notiz“\n🌍', 'Third'].entries()) {
    const added = await store.addNote(
      { accountId: ids.account, clientId: null },
      {
        activityId: uuid(0x60 + n),
        siteId: site,
        recommendationId: recommendations.noted,
        body,
        // The last two have the same time.
        createdAt: Date.parse(at(15)) + Math.min(n, 1),
        author: n === 0 ? '' : 'Weekly report',
        authorKeyId: null,
        audience: n === 0 ? ('team' as const) : ('client' as const),
      },
    );
    if (typeof added === 'string') throw new Error(`The note was refused: ${added}.`);
  }
}
