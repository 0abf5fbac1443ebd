import { platformIds, scanStatuses } from '../../src/contract/enums.ts';
import type { NoteAudience } from '../../src/contract/sightline/recommendations.ts';
import { digestOf, makeKey, prefixOf } from '../../src/service/access/keys.ts';
import { unknownEvidence } from '../../src/service/records/answer.ts';
import type { Catalogue } from '../../src/service/records/catalogue.ts';
import {
  type BrandRecord,
  type ClientBranding,
  type KeyRecord,
  type NoteRecord,
  noBranding,
  type PromptRecord,
  type RecommendationRecord,
  type ScanRecord,
  type SiteRecord,
} from '../../src/service/store/records.ts';
import type { AnswerRecord, Store } from '../../src/service/store/store.ts';
import type { Draw } from './draw.ts';

/** The maximum number of imports of a world. */
export const maxSteps = 3;

export interface Batch {
  catalogue: Catalogue;
  answers: AnswerRecord[];
  /** Notes to add after the import, with the account of each. */
  notes?: (NoteRecord & { accountId: string })[];
}

export interface IssuedKey {
  key: string;
  record: KeyRecord;
}

export interface World {
  /** Imports, in the order in which they are committed. */
  batches: Batch[];
  issuedKeys: IssuedKey[];
  sites: SiteRecord[];
  brands: BrandRecord[];
  prompts: PromptRecord[];
  scans: ScanRecord[];
  recommendations: RecommendationRecord[];
  id: (n: number) => string;
}

const dayMs = 86_400_000;
const epoch = Date.UTC(2026, 1, 26);
export const tags = ['price', 'Price', "o'clock \\ 1", 'a\tb\nc', '{site:UUID} -- %', '👟'];
export const categories = ['brand', 'generic', ''];
export const labels = [
  ...['a', 'b', 'ü'].map((value) => ({ value, label: `Label ${value}` })),
  // The same value with another label, as if a product had been renamed between two imports.
  { value: 'a', label: 'Before' },
];
/** Prompts of a site may share a text. Code units, code points and locales order these texts differently. */
const promptTexts = [
  'A prompt',
  'a PROMPT',
  'Ä prompt',
  'Which shoes?',
  '',
  "it's {site:UUID} \\ 1\nnew",
  '👟 shoes',
  '￥ shoes',
];
/** Hosts that brands own. Some are not registrable domains, and some contain several registrable domains. */
export const ownDomains = [
  'acme.example',
  'shop.acme.example',
  'pages.example',
  'a.pages.example',
  'x.co',
];
/** Registrable domains, as if `pages.example` were a public suffix. */
export const citedDomains = [
  'acme.example',
  'a.pages.example',
  'b.pages.example',
  'x.co',
  'bü.example',
];
export const regions = ['US', 'US:California', 'US:New York', 'DE:Berlin', 'USA', 'FR'];

const texts = [
  null,
  '',
  'Acme is good.',
  '**ACME** and Bo\u0308hm go together; Böhm is cheaper.\n\n- [Zed](https://zed.example)',
  "it's zed_1 {x} 👟 跑鞋",
  'No brand is named here.',
];

const queries = [
  'best shoes',
  'Best shoes',
  'best  shoes',
  'Böhm 👟',
  'Bo\u0308hm 👟',
  '跑鞋 2026',
];

/** The cited domains and pages and the evidence of an answer; one answer in four has none of these. */
function drawEvidence(draw: Draw): Pick<AnswerRecord, 'domains' | 'pages' | 'evidence'> {
  if (draw.chance(4)) return {};
  const domains = Array.from({ length: draw.biasedInteger(0, 4) }, () => draw.pick(citedDomains));
  const pages = domains.map((domain) =>
    draw.pick(['', domain, `${domain}/a`, `shop.${domain}/a?b=1`, `shop.${domain}:8080`]),
  );
  return {
    domains,
    // Rows of earlier versions have no pages.
    ...(draw.chance(4) ? {} : { pages }),
    evidence: {
      ...unknownEvidence,
      text: draw.pick(texts),
      citations: domains.map((domain) => ({
        url: `https://www.${domain}/`,
        title: draw.pick(['', ...tags]),
      })),
      model: draw.pick(['', 'model-1']),
      searched: draw.pick([null, true, false]),
      queries: Array.from({ length: draw.biasedInteger(0, 3) }, () => draw.pick(queries)),
      retrieved: Array.from({ length: draw.biasedInteger(0, 3) }, () => ({
        url: `https://${draw.pick(citedDomains)}/`,
        title: draw.pick(['', ...tags]),
      })),
      location: draw.pick(['', 'Berlin, DE']),
      areMentionsGiven: draw.chance(2),
    },
  };
}

const createEmptyCatalogue = (): Catalogue => ({
  accounts: [],
  clients: [],
  sites: [],
  brands: [],
  prompts: [],
  scans: [],
  recommendations: [],
});

function drawBrands(draw: Draw, siteId: string, id: () => string): BrandRecord[] {
  const roles = draw.chance(5)
    ? (['competitor', 'discovered'] as const)
    : (['tracked', 'competitor', 'discovered'] as const);
  return Array.from({ length: draw.uniformInteger(0, 5) }, (_, n) => ({
    id: id(),
    siteId,
    name: draw.pick(['Acme', 'acme', 'Böhm', 'Zed', '']),
    aliases: [draw.pick(['Acme', 'Böhm', 'Zed', 'x'])],
    domains: draw.pickSome(ownDomains, 4),
    // Only the first brand may be tracked, because a site has at most one tracked brand.
    role:
      n === 0 ? draw.pick(roles) : draw.pick(['competitor', 'competitor', 'discovered'] as const),
  }));
}

function drawPrompt(draw: Draw, siteId: string, id: string): PromptRecord {
  return {
    id,
    siteId,
    text: draw.pick(promptTexts),
    category: draw.pick(categories),
    tags: draw.pickSome(tags),
    products: draw.pickSome(labels),
    personas: draw.pickSome(labels, 3),
    journeyStages: draw.pickSome(labels),
    mentionsTracked: draw.chance(2),
    retired: false,
  };
}

function drawScan(draw: Draw, siteId: string, id: string): ScanRecord {
  const at =
    epoch + draw.biasedInteger(0, 5) * dayMs + draw.pick([0, 1, 12 * 3_600_000, dayMs - 1]);
  return {
    id,
    siteId,
    status: draw.chance(4) ? draw.pick(scanStatuses) : 'completed',
    createdAt: at,
    startedAt: draw.chance(3) ? null : at + draw.pick([0, 60_000, dayMs]),
    completedAt: draw.chance(4) ? null : at + draw.pick([0, 3_600_000, dayMs]),
    updatedAt: at,
  };
}

function drawAnswers(
  draw: Draw,
  scans: readonly ScanRecord[],
  prompts: readonly PromptRecord[],
  brands: readonly BrandRecord[],
): AnswerRecord[] {
  const platforms = draw.pickSome(platformIds, 4);
  const chosenRegions = draw.pickSome(regions);
  const rows: AnswerRecord[] = [];
  const drawMentions = () => {
    const mentioned = draw.pickSome(brands).map((brand) => brand.id);
    return {
      brandIds: mentioned.sort(),
      sentiments: mentioned.map(() => (draw.chance(4) ? null : draw.biasedInteger(0, 100_000_000))),
    };
  };
  for (const scan of scans) {
    for (const prompt of draw.pickSome(prompts)) {
      for (const platform of draw.pickSome(platforms, 2)) {
        for (const region of draw.pickSome(chosenRegions, 2)) {
          rows.push({
            siteId: scan.siteId,
            scanId: scan.id,
            promptId: prompt.id,
            platform,
            region,
            run: draw.pick([1, 1, 2]),
            ...drawMentions(),
            ...drawEvidence(draw),
          });
        }
      }
    }
  }
  // Some answers occur twice in one import; only the last occurrence counts.
  return [...rows, ...draw.pickSome(rows, 8).map((row) => ({ ...row, ...drawMentions() }))];
}

const drawRecommendation = (draw: Draw, siteId: string, id: string): RecommendationRecord => ({
  id,
  siteId,
  title: draw.pick(['Say more', '“Less” 👟', '']),
  body: draw.pick(['', 'More\nwords']),
  status: draw.pick(['', 'open', 'done']),
  createdAt: draw.chance(3) ? null : draw.pick([0, 1, epoch, epoch + 1]),
});

function drawNotes(draw: Draw, { sites, recommendations }: World, id: () => string) {
  const accountOf = new Map(sites.map((site) => [site.id, site.accountId]));
  return draw.pickSome(recommendations, 6).map(({ id: recommendationId, siteId }) => ({
    accountId: accountOf.get(siteId) ?? '',
    siteId,
    recommendationId,
    activityId: id(),
    body: draw.pick(['Seen.', '👟\n']),
    createdAt: epoch + draw.biasedInteger(0, 2),
    author: draw.pick(['', 'Éva’s key']),
    authorKeyId: null,
    audience: draw.pick<NoteAudience>(['team', 'client']),
  }));
}

function createKey(id: string, accountId: string, clientId: string | null): IssuedKey {
  const key = makeKey();
  const record = {
    id,
    digest: digestOf(key),
    prefix: prefixOf(key),
    name: 'random',
    accountId,
    clientId,
    scopes: [],
    sample: false,
    createdAt: epoch,
    revokedAt: null,
    expiresAt: null,
    lastUsedAt: null,
    sessionsEndedAt: null,
    hidesNotes: false,
    share: null,
  };
  return { key, record };
}

function drawBranding(draw: Draw): ClientBranding {
  if (draw.chance(2)) return noBranding;
  return {
    logo: draw.chance(2) ? '' : 'data:image/png;base64,AAAA',
    accent: draw.pick(['', '#00ff7f']),
    reportName: draw.pick(['', 'Böhm & Søns']),
  };
}

/**
 * Draws a world of several tenants and sites, imported in one to `maxSteps` steps. Later steps replace some records of
 * earlier ones.
 * @param number distinguishes the IDs of this world from those of all others.
 */
export function drawWorld(draw: Draw, number: number): World {
  const idPrefix = (number % 0xffff_ffff).toString(16).padStart(8, '0');
  const id = (n: number) => `${idPrefix}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
  let lastNumber = 100;
  const nextId = () => {
    lastNumber += 1;
    return id(lastNumber);
  };
  const drawTimes = () => ({ createdAt: epoch + draw.biasedInteger(0, 3), updatedAt: epoch });
  const accounts = [
    { id: id(1), name: 'One', kind: 'agency' as const, sample: false },
    { id: id(2), name: 'Two', kind: 'agency' as const, sample: false },
    { id: id(3), name: 'Three', kind: 'business' as const, sample: false },
  ];
  const clients = [1, 1, 1, 2].map((account, n) => ({
    id: id(10 + n),
    accountId: id(account),
    name: `Client ${n}`,
    websiteUrl: '',
    industry: '',
    description: '',
    ...drawBranding(draw),
    ...drawTimes(),
  }));
  const sites: SiteRecord[] = [10, 10, 11, 13, null].map((client, n) => ({
    id: id(20 + n),
    accountId: client === null ? id(3) : id(client === 13 ? 2 : 1),
    clientId: client === null ? null : id(client),
    name: `Site ${n}`,
    url: '',
    active: !draw.chance(5),
    collection: null,
    ...drawTimes(),
  }));
  const first: Batch = {
    catalogue: { ...createEmptyCatalogue(), accounts, clients, sites },
    answers: [],
  };
  const world: World = {
    batches: [first],
    issuedKeys: [
      createKey(id(30), id(1), null),
      createKey(id(31), id(1), id(10)),
      createKey(id(32), id(2), null),
      createKey(id(33), id(3), null),
    ],
    sites,
    brands: [],
    prompts: [],
    scans: [],
    recommendations: [],
    id,
  };
  for (const site of sites) {
    const brands = drawBrands(draw, site.id, nextId);
    const prompts = Array.from({ length: draw.uniformInteger(0, 4) }, () =>
      drawPrompt(draw, site.id, nextId()),
    );
    const scans = Array.from({ length: draw.uniformInteger(0, 4) }, () =>
      drawScan(draw, site.id, nextId()),
    );
    const recommendations = Array.from({ length: draw.uniformInteger(0, 3) }, () =>
      drawRecommendation(draw, site.id, nextId()),
    );
    const { catalogue } = first;
    first.catalogue = {
      ...catalogue,
      brands: [...catalogue.brands, ...brands],
      prompts: [...catalogue.prompts, ...prompts],
      scans: [...catalogue.scans, ...scans],
      recommendations: [...catalogue.recommendations, ...recommendations],
    };
    first.answers.push(...drawAnswers(draw, scans, prompts, brands));
    world.brands.push(...brands);
    world.prompts.push(...prompts);
    world.scans.push(...scans);
    world.recommendations.push(...recommendations);
  }
  first.notes = drawNotes(draw, world, nextId);
  const laterSteps = draw.uniformInteger(0, maxSteps - 1);
  for (let step = 0; step < laterSteps; step += 1) {
    const scans = draw.pickSome(world.scans).map((scan) => drawScan(draw, scan.siteId, scan.id));
    const prompts = draw.pickSome(world.prompts, 3).map((p) => drawPrompt(draw, p.siteId, p.id));
    const renamedBrands = draw.pickSome(world.brands, 4).map((brand) => ({
      ...brand,
      name: 'Renamed',
      domains: draw.pickSome(ownDomains, 3),
      role:
        brand.role === 'tracked' ? brand.role : draw.pick(['competitor', 'discovered'] as const),
    }));
    const answers = scans.flatMap((scan) => {
      const ofSite = <T extends { siteId: string }>(records: readonly T[]) =>
        records.filter((record) => record.siteId === scan.siteId);
      return drawAnswers(draw, [scan], ofSite(world.prompts), ofSite(world.brands));
    });
    const recommendations = draw
      .pickSome(world.recommendations, 3)
      .map(({ siteId, id: recommendationId }) =>
        drawRecommendation(draw, siteId, recommendationId),
      );
    const rebrandedClients = draw
      .pickSome(clients, 4)
      .map((client) => ({ ...client, ...drawBranding(draw) }));
    world.batches.push({
      catalogue: {
        ...createEmptyCatalogue(),
        clients: rebrandedClients,
        brands: renamedBrands,
        prompts,
        scans,
        recommendations,
      },
      answers,
      notes: drawNotes(draw, world, nextId),
    });
  }
  return world;
}

/** Merges batches of several worlds into one import. */
export function mergeBatches(batches: readonly Batch[]): Batch {
  const mergeAll = <K extends keyof Catalogue>(name: K) =>
    batches.flatMap(({ catalogue }): Catalogue[K][number][] => [...catalogue[name]]);
  return {
    catalogue: {
      accounts: mergeAll('accounts'),
      clients: mergeAll('clients'),
      sites: mergeAll('sites'),
      brands: mergeAll('brands'),
      prompts: mergeAll('prompts'),
      scans: mergeAll('scans'),
      recommendations: mergeAll('recommendations'),
    },
    answers: batches.flatMap(({ answers }) => answers),
    notes: batches.flatMap(({ notes }) => notes ?? []),
  };
}

/** Imports a batch into a store, with its answers in up to two chunks, then adds its notes. */
export async function importBatch(
  store: Store,
  { catalogue, answers, notes = [] }: Batch,
): Promise<void> {
  const writer = await store.beginImport();
  await writer.writeCatalogue(catalogue);
  const half = Math.ceil(answers.length / 2);
  for (const chunk of [answers.slice(0, half), answers.slice(half)]) {
    if (chunk.length > 0) await writer.writeAnswers(chunk);
  }
  await writer.commit();
  for (const { accountId, ...note } of notes) {
    await store.addNote({ accountId, clientId: null }, note);
  }
}
