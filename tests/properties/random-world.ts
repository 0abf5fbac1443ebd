import fc from 'fast-check';
import {
  brandMentions,
  groupings,
  metrics,
  platformIds,
  scanStatuses,
} from '../../src/contract/enums.ts';
import { digestOf, makeKey, prefixOf } from '../../src/service/keys.ts';
import type {
  AnswerRecord,
  BrandRecord,
  Catalogue,
  KeyRecord,
  PromptRecord,
  ScanRecord,
  SiteRecord,
  Store,
} from '../../src/service/store/store.ts';

/** Draws values one after another, so that a world can be built in plain steps and still be shrunk. */
export class Draw {
  readonly #gen: fc.GeneratorValue;
  constructor(gen: fc.GeneratorValue) {
    this.#gen = gen;
  }
  whole(min: number, max: number): number {
    return this.#gen(fc.integer, { min, max });
  }
  chance(oneIn: number): boolean {
    return this.whole(1, oneIn) === 1;
  }
  one<T>(from: readonly T[]): T {
    const value = from[this.whole(0, from.length - 1)];
    if (value === undefined) throw new Error('nothing to draw from');
    return value;
  }
  some<T>(from: readonly T[], oneIn = 2): T[] {
    return from.filter(() => this.chance(oneIn));
  }
  shuffled<T>(from: readonly T[]): T[] {
    return from
      .map((value) => ({ value, at: this.whole(0, 1_000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
}

export interface Batch {
  catalogue: Catalogue;
  answers: AnswerRecord[];
}

export interface Asking {
  key: string;
  record: KeyRecord;
}

export interface World {
  /** Imports, in the order in which they are committed. */
  batches: Batch[];
  askings: Asking[];
  sites: SiteRecord[];
  brands: BrandRecord[];
  prompts: PromptRecord[];
  scans: ScanRecord[];
  id: (n: number) => string;
}

const dayMs = 86_400_000;
const epoch = Date.UTC(2026, 1, 26);
const tags = ['price', 'how to', "o'clock \\ 1"];
const categories = ['brand', 'generic', ''];
const labels = ['a', 'b', 'ü'].map((value) => ({ value, label: `Label ${value}` }));
const regions = ['US', 'US:California', 'US:New York', 'DE:Berlin', 'USA', 'FR'];

const nothing = (): Catalogue => ({
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
  return Array.from({ length: draw.whole(0, 5) }, (_, n) => ({
    id: id(),
    siteId,
    name: draw.one(['Acme', 'acme', 'Böhm', 'Zed', '']),
    aliases: ['x'],
    // At most one tracked brand a site: only the first may be.
    role: n === 0 ? draw.one(roles) : draw.one(['competitor', 'competitor', 'discovered'] as const),
  }));
}

function drawPrompt(draw: Draw, siteId: string, id: string): PromptRecord {
  return {
    id,
    siteId,
    text: 'A prompt',
    category: draw.one(categories),
    tags: draw.some(tags),
    products: draw.some(labels),
    personas: draw.some(labels, 3),
    journeyStages: draw.some(labels),
    mentionsTracked: draw.chance(2),
  };
}

function drawScan(draw: Draw, siteId: string, id: string): ScanRecord {
  const at = epoch + draw.whole(0, 5) * dayMs + draw.one([0, 1, 12 * 3_600_000, dayMs - 1]);
  return {
    id,
    siteId,
    status: draw.chance(4) ? draw.one(scanStatuses) : 'completed',
    createdAt: at,
    startedAt: draw.chance(3) ? null : at + draw.one([0, 60_000, dayMs]),
    completedAt: draw.chance(4) ? null : at + draw.one([0, 3_600_000, dayMs]),
    updatedAt: at,
  };
}

function drawAnswers(
  draw: Draw,
  scans: readonly ScanRecord[],
  prompts: readonly PromptRecord[],
  brands: readonly BrandRecord[],
): AnswerRecord[] {
  const platforms = draw.some(platformIds, 4);
  const places = draw.some(regions);
  const rows: AnswerRecord[] = [];
  for (const scan of scans) {
    for (const prompt of draw.some(prompts)) {
      for (const platform of draw.some(platforms, 2)) {
        for (const region of draw.some(places, 2)) {
          const mentioned = draw
            .some(brands)
            .map((brand) => brand.id)
            .sort();
          rows.push({
            siteId: scan.siteId,
            scanId: scan.id,
            promptId: prompt.id,
            platform,
            region,
            run: draw.one([1, 1, 2]),
            brandIds: mentioned,
            sentiments: mentioned.map(() => (draw.chance(4) ? null : draw.whole(0, 100_000_000))),
          });
        }
      }
    }
  }
  return rows;
}

function keyFor(id: string, accountId: string, clientId: string | null): Asking {
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
    lastUsedAt: null,
  };
  return { key, record };
}

/**
 * Several tenants with sites in every condition, imported in one to three steps of which later ones replace
 * scans, answers, prompts and brands of earlier ones.
 * @param number makes its ids differ from those of every other world.
 */
export function drawWorld(draw: Draw, number: number): World {
  const head = (number % 0xffff_ffff).toString(16).padStart(8, '0');
  const id = (n: number) => `${head}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
  let last = 100;
  const next = () => {
    last += 1;
    return id(last);
  };
  const stamped = () => ({ createdAt: epoch + draw.whole(0, 3), updatedAt: epoch });
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
    ...stamped(),
  }));
  const sites: SiteRecord[] = [10, 10, 11, 13, null].map((client, n) => ({
    id: id(20 + n),
    accountId: client === null ? id(3) : id(client === 13 ? 2 : 1),
    clientId: client === null ? null : id(client),
    name: `Site ${n}`,
    url: '',
    active: !draw.chance(5),
    ...stamped(),
  }));
  const first: Batch = { catalogue: { ...nothing(), accounts, clients, sites }, answers: [] };
  const world: World = {
    batches: [first],
    askings: [
      keyFor(id(30), id(1), null),
      keyFor(id(31), id(1), id(10)),
      keyFor(id(32), id(2), null),
      keyFor(id(33), id(3), null),
    ],
    sites,
    brands: [],
    prompts: [],
    scans: [],
    id,
  };
  for (const site of sites) {
    const brands = drawBrands(draw, site.id, next);
    const prompts = Array.from({ length: draw.whole(0, 4) }, () =>
      drawPrompt(draw, site.id, next()),
    );
    const scans = Array.from({ length: draw.whole(0, 4) }, () => drawScan(draw, site.id, next()));
    const { catalogue } = first;
    first.catalogue = {
      ...catalogue,
      brands: [...catalogue.brands, ...brands],
      prompts: [...catalogue.prompts, ...prompts],
      scans: [...catalogue.scans, ...scans],
    };
    first.answers.push(...drawAnswers(draw, scans, prompts, brands));
    world.brands.push(...brands);
    world.prompts.push(...prompts);
    world.scans.push(...scans);
  }
  const steps = draw.whole(0, 2);
  for (let step = 0; step < steps; step += 1) {
    const scans = draw.some(world.scans).map((scan) => drawScan(draw, scan.siteId, scan.id));
    const prompts = draw.some(world.prompts, 3).map((p) => drawPrompt(draw, p.siteId, p.id));
    const renamed = draw.some(world.brands, 4).map((brand) => ({ ...brand, name: 'Renamed' }));
    const answers = scans.flatMap((scan) => {
      const ofSite = <T extends { siteId: string }>(records: readonly T[]) =>
        records.filter((record) => record.siteId === scan.siteId);
      return drawAnswers(draw, [scan], ofSite(world.prompts), ofSite(world.brands));
    });
    world.batches.push({ catalogue: { ...nothing(), brands: renamed, prompts, scans }, answers });
  }
  return world;
}

/** Puts a batch into a store, its answers in two chunks. */
export async function load(store: Store, { catalogue, answers }: Batch): Promise<void> {
  const writer = await store.beginImport();
  await writer.catalogue(catalogue);
  const half = Math.ceil(answers.length / 2);
  for (const chunk of [answers.slice(0, half), answers.slice(half)]) {
    if (chunk.length > 0) await writer.answers(chunk);
  }
  await writer.commit();
}

type Parameters = [name: string, value: string][];

/** Any of the timeline's parameters, valid or not, repeated and in any order. */
export function drawParameters(draw: Draw, world: World): Parameters {
  const days = ['2026-02-25', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-10'];
  const values = <T>(from: readonly T[], text: (value: T) => string): string[] =>
    Array.from({ length: draw.whole(1, 3) }, () => text(draw.one(from)));
  const ids = (records: readonly { id: string }[]) =>
    values([...records, { id: world.id(9_999) }], (record) =>
      draw.chance(4) ? record.id.toUpperCase() : record.id,
    );
  const labelValues = [...labels.map((label) => label.value), 'none such'];
  const makers: Record<string, () => string[]> = {
    promptId: () => ids(world.prompts),
    tag: () => values([...tags, 'none such'], String),
    category: () => values(categories.filter(Boolean), String),
    product: () => values(labelValues, String),
    persona: () => values(labelValues, String),
    stage: () => values(labelValues, String),
    brandMention: () => [draw.one([...brandMentions])],
    platform: () => values(platformIds, String),
    region: () => values([...regions, 'DE', 'US:Cal'], String),
    brand: () => ids(world.brands),
    competitorId: () => ids(world.brands),
    startDate: () => [draw.one(days)],
    endDate: () => [draw.one(days)],
    brandId: () => ids(world.brands).slice(0, 1),
  };
  const chosen = draw.some(Object.entries(makers), 5);
  const parameters: Parameters = chosen.flatMap(([name, make]) =>
    make().map((value): [string, string] => [name, value]),
  );
  if (!draw.chance(4)) parameters.push(['metric', draw.one(metrics)]);
  if (!draw.chance(4)) parameters.push(['groupBy', draw.one(groupings)]);
  return draw.shuffled(parameters);
}

/** A path to ask both services for. */
export function drawPath(draw: Draw, world: World): string {
  const site = draw.one(world.sites).id;
  const kind = draw.whole(1, 20);
  const orUnknown = (records: readonly { id: string }[]) =>
    draw.one([...records, { id: world.id(9_999) }]).id;
  if (kind === 1) return '/v1/clients?limit=2';
  if (kind === 2) return `/v1/clients/${world.id(draw.whole(10, 14))}/sites?limit=2`;
  if (kind === 3) return `/v1/sites/${site}/prompts/${orUnknown(world.prompts)}`;
  if (kind === 4) return `/v1/sites/${site}/scans/${orUnknown(world.scans)}`;
  if (kind === 5) return `/v1/sites/${site}/filters`;
  if (kind <= 7) return `/v1/sites/${site}/filters?scanId=${orUnknown(world.scans)}`;
  const search = new URLSearchParams(drawParameters(draw, world));
  return `/v1/sites/${site}/reports/timeline?${search}`;
}
