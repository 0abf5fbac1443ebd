import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { handleInStretches } from '../limits/stretch.ts';
import { scanSettingsOf } from '../records/site.ts';
import type { BrandRecord, PromptRecord, SiteRecord } from '../store/records.ts';
import type { SetupPromptRecord, Store, Tenant } from '../store/store.ts';

/** The set-up of a site as it is stored. */
export interface StoredSetup {
  site: SiteRecord;
  /** The tracked brand and the competitors, in the order of every report. */
  brands: readonly BrandRecord[];
  discovered: readonly BrandRecord[];
  /** In the order in which they were first imported, retired ones included. */
  prompts: readonly SetupPromptRecord[];
  /** A hash of everything above except the discovered brands and whether prompts have answers. */
  revision: string;
}

type Identified = { id: string };
const byId = (a: Identified, b: Identified) => (a.id < b.id ? -1 : Number(a.id > b.id));

const partsOfPrompt = (prompt: PromptRecord) => [
  prompt.id,
  prompt.text,
  prompt.category,
  prompt.retired,
  ...plainClassifications.fields.map((field) => prompt[field]),
  ...labelledClassifications.fields.map((field) =>
    prompt[field].map(({ value, label }) => [value, label]),
  ),
];

/** The hash of all parts as one JSON array, made part by part. */
async function revisionOf(
  { name, url, active, collection }: SiteRecord,
  brands: readonly BrandRecord[],
  prompts: readonly PromptRecord[],
): Promise<string> {
  const hash = createHash('sha256');
  const site = [name, url, active, collection && scanSettingsOf(collection)];
  hash.update(`[${JSON.stringify(site)},[`);
  const add = (parts: unknown[], index: number) =>
    hash.update(`${index === 0 ? '' : ','}${JSON.stringify(parts)}`);
  await handleInStretches(brands.toSorted(byId), (brand, index) =>
    add([brand.id, brand.name, brand.role, brand.aliases, brand.domains], index),
  );
  hash.update('],[');
  await handleInStretches(prompts.toSorted(byId), (prompt, index) =>
    add(partsOfPrompt(prompt), index),
  );
  return hash.update(']]').digest('base64url').slice(0, 22);
}

/** How many set-ups are kept: each takes up to 20 MB. */
const maxKept = 4;

/** Reads set-ups, and keeps the last ones: reading one of 3 MiB takes a third of a second. */
export class StoredSetups {
  readonly #store: Store;
  /** By tenant and site, each at its site's data version. */
  readonly #kept = new LRUCache<string, { version: string; setup: StoredSetup }>({ max: maxKept });

  constructor(store: Store) {
    this.#store = store;
  }

  /** The set-up of a site; null if the site does not exist for the tenant. */
  async read(tenant: Tenant, siteId: string): Promise<StoredSetup | null> {
    const key = `${tenant.accountId} ${tenant.clientId} ${siteId}`;
    const version = await this.#store.dataVersion(siteId);
    const kept = this.#kept.get(key);
    if (kept?.version === version) return kept.setup;
    const setup = await this.#read(tenant, siteId);
    // Otherwise an import was committed meanwhile, and the parts may be of different versions.
    if (setup && (await this.#store.dataVersion(siteId)) === version)
      this.#kept.set(key, { version, setup });
    return setup;
  }

  async #read(tenant: Tenant, siteId: string): Promise<StoredSetup | null> {
    const [details, prompts] = await Promise.all([
      this.#store.site(tenant, siteId),
      this.#store.setupPrompts(tenant, siteId),
    ]);
    if (!details) return null;
    const { site } = details;
    const brands = details.brands.filter(({ role }) => role !== 'discovered');
    const discovered = details.brands.filter(({ role }) => role === 'discovered');
    const revision = await revisionOf(site, brands, prompts);
    return { site, brands, discovered, prompts, revision };
  }
}
