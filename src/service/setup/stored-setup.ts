import { createHash } from 'node:crypto';
import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { handleInStretches } from '../limits/stretch.ts';
import {
  type BrandRecord,
  collectionSettingsOf,
  type PromptRecord,
  type SiteRecord,
} from '../store/records.ts';
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
  const site = [name, url, active, collection && collectionSettingsOf(collection)];
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

/** Reads the set-up of a site; null if the site does not exist for the tenant. */
export async function readSetup(
  store: Store,
  tenant: Tenant,
  siteId: string,
): Promise<StoredSetup | null> {
  const [details, prompts] = await Promise.all([
    store.site(tenant, siteId),
    store.setupPrompts(tenant, siteId),
  ]);
  if (!details) return null;
  const { site } = details;
  const brands = details.brands.filter(({ role }) => role !== 'discovered');
  const discovered = details.brands.filter(({ role }) => role === 'discovered');
  const revision = await revisionOf(site, brands, prompts);
  return { site, brands, discovered, prompts, revision };
}
