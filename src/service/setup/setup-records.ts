import { randomUUID } from 'node:crypto';
import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import type { ParameterFault } from '../../contract/parameters.ts';
import type { ScanSettings } from '../../contract/sightline/scans.ts';
import {
  foldedText,
  maxSetupContentBytes,
  type SetupBrandRequest,
  type SetupPromptRequest,
  type SetupRequest,
  type SiteRequest,
} from '../../contract/sightline/setup.ts';
import { findOwnershipQuestion, readOwnDomain } from '../addresses/own-domain.ts';
import { handleInStretches } from '../limits/stretch.ts';
import { scanSettingsOf } from '../records/site.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import type { BrandRecord, Instant, PromptRecord } from '../store/records.ts';
import type { StoredSetup } from './stored-setup.ts';

/** A record of an import, and the path of its fields in the request's body, such as `brands[2]`; empty for the body. */
export interface SetupRecord {
  record: { type: string; id: string; removed?: boolean; [field: string]: unknown };
  path: string;
}

/** What a change of a set-up writes. */
export interface PlannedChange {
  /** Nothing is written if there are none. */
  records: readonly SetupRecord[];
  /** The IDs of brands that other texts than before may mention; none by default. */
  changedBrandIds?: readonly string[];
}

type WithId<T> = Omit<T, 'id'> & { id: string };
/** A brand to store. */
export type NewBrand = Omit<WithId<SetupBrandRequest>, 'wholeHosts'> &
  Partial<Pick<SetupBrandRequest, 'wholeHosts'>>;
/** A prompt to store. */
export type NewPrompt = WithId<SetupPromptRequest>;

/** Gives an ID to each entry that has none. */
export const withIds = <T extends { id: string | null }>(entries: readonly T[]): WithId<T>[] =>
  entries.map((entry) => ({ ...entry, id: entry.id ?? randomUUID() }));

/** What precedes the fields of a part of the body. @param path where that is; empty for the body itself */
const prefixOf = (path: string): string => (path === '' ? '' : `${path}.`);

/** The path of an entry of a list in the body. */
const pathOf = (list: string, index: number): string => `${list}[${index}]`;

/**
 * Gives each brand without an ID that of the discovered brand with its name, if there is one, so that no brand is listed
 * twice.
 */
export async function adoptDiscovered(
  brands: readonly SetupBrandRequest[],
  discovered: readonly BrandRecord[],
): Promise<SetupBrandRequest[]> {
  if (brands.every(({ id }) => id !== null)) return [...brands];
  const idByName = new Map<string, string>();
  await handleInStretches(discovered, ({ id, name }) => {
    const folded = foldedText(name);
    if (!idByName.has(folded)) idByName.set(folded, id);
  });
  return brands.map((brand) => ({
    ...brand,
    id: brand.id ?? idByName.get(foldedText(brand.name)) ?? null,
  }));
}

export const toBrandRecord = (siteId: string, { id, wholeHosts: _, ...brand }: NewBrand) => ({
  type: 'brand',
  id,
  siteId,
  ...brand,
});

export const toPromptRecord = (siteId: string, { id, ...prompt }: NewPrompt) => ({
  type: 'prompt',
  id,
  siteId,
  ...prompt,
});

/** A record that changes only the given fields. */
export const toPatch = (type: string, id: string, fields: object) => ({
  type,
  id,
  patch: true,
  ...fields,
});

/** A record that removes the stored one with its ID. */
export const toRemoval = (type: string, id: string) => ({ type, id, removed: true });

interface NewSite {
  id: string;
  accountId: string;
  clientId: string | null;
  request: Omit<SiteRequest, 'brands' | 'prompts'>;
  brands: readonly NewBrand[];
  prompts: readonly NewPrompt[];
  at: Instant;
}

/** The records of a new site. @param path where the site is in the body; empty for the body itself */
export function recordsOfNewSite(site: NewSite, path: string): SetupRecord[] {
  const { id, accountId, clientId, request, at } = site;
  const createdAt = toTimestamp(at);
  const prefix = prefixOf(path);
  const { name, url, collection } = request;
  return [
    {
      path,
      record: {
        type: 'site',
        id,
        accountId,
        clientId,
        name,
        url,
        createdAt,
        updatedAt: createdAt,
        collection,
      },
    },
    ...site.brands.map((brand, index) => ({
      path: pathOf(`${prefix}brands`, index),
      record: toBrandRecord(id, brand),
    })),
    ...site.prompts.map((prompt, index) => ({
      path: pathOf(`${prefix}prompts`, index),
      record: toPromptRecord(id, prompt),
    })),
  ];
}

/** The indexes of entries that are not stored and have the key of a stored or an earlier one. */
async function findRepeats<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
  isStored: (entry: T) => boolean = () => false,
): Promise<number[]> {
  const seen = new Set<string>();
  const newKeys: [index: number, key: string][] = [];
  await handleInStretches(entries, (entry, index) => {
    if (isStored(entry)) seen.add(keyOf(entry));
    else newKeys.push([index, keyOf(entry)]);
  });
  return newKeys.flatMap(([index, key]) => {
    if (seen.has(key)) return index;
    seen.add(key);
    return [];
  });
}

export type ListedBrand = Pick<BrandRecord, 'id' | 'name' | 'role'> &
  Partial<Readonly<Record<'domains' | 'wholeHosts', readonly string[] | undefined>>>;
type ListedPrompt = Pick<NewPrompt, 'id' | 'text'>;

/** A fault of an entry that does not fit the others of its list. */
export interface EntryFault {
  index: number;
  field: string;
  message: string;
}

/** The faults as those of fields of a list in the body. */
export const inList = (list: string, faults: readonly EntryFault[]): ParameterFault[] =>
  faults.map(({ index, field, message }) => ({
    parameter: `${pathOf(list, index)}.${field}`,
    message,
  }));

const readOwnDomains = (domains: readonly string[] = []): string[] =>
  domains.map((domain) => readOwnDomain(domain) ?? domain);

/** Asks about each new domain of a brand that is a host which many share, unless `wholeHosts` confirms it. */
function findOwnershipQuestions(
  { domains, wholeHosts }: ListedBrand,
  stored: ListedBrand | undefined,
): string[] {
  const known = new Set(readOwnDomains([...(wholeHosts ?? []), ...(stored?.domains ?? [])]));
  return readOwnDomains(domains).flatMap((domain) =>
    known.has(domain) ? [] : (findOwnershipQuestion(domain) ?? []),
  );
}

/**
 * The faults of a site's list of brands.
 * @param stored those that are stored. Imported ones may have the same name, as long as they keep it.
 */
export async function findBrandFaults(
  brands: readonly ListedBrand[],
  stored: readonly ListedBrand[] = [],
): Promise<EntryFault[]> {
  const storedById = new Map(stored.map((brand) => [brand.id, brand]));
  const nameOfBrand = ({ name }: ListedBrand) => foldedText(name);
  const keepsName = ({ id, name }: ListedBrand) => storedById.get(id)?.name === name;
  const questions: EntryFault[] = [];
  await handleInStretches(brands, (brand, index) => {
    const asked = findOwnershipQuestions(brand, storedById.get(brand.id));
    if (asked.length > 0) questions.push({ index, field: 'wholeHosts', message: asked.join(' ') });
  });
  const firstTracked = brands.findIndex(({ role }) => role === 'tracked');
  return [
    ...(await findRepeats(brands, ({ id }) => id)).map((index) => ({
      index,
      field: 'id',
      message: 'is the ID of another brand',
    })),
    ...[...brands.keys()]
      .filter((index) => brands[index]?.role === 'tracked' && index !== firstTracked)
      .map((index) => ({
        index,
        field: 'role',
        message: 'must not be tracked, since another brand of the site is',
      })),
    ...(await findRepeats(brands, nameOfBrand, keepsName)).map((index) => ({
      index,
      field: 'name',
      message: 'is the name of another brand of the site',
    })),
    ...questions,
  ];
}

/** The faults of a site's list of prompts; see `findBrandFaults`. */
export async function findPromptFaults(
  prompts: readonly ListedPrompt[],
  stored: readonly ListedPrompt[] = [],
): Promise<EntryFault[]> {
  const textOf = new Map(stored.map(({ id, text }) => [id, text]));
  const textOfPrompt = ({ text }: ListedPrompt) => foldedText(text);
  const keepsText = ({ id, text }: ListedPrompt) => textOf.get(id) === text;
  return [
    ...(await findRepeats(prompts, ({ id }) => id)).map((index) => ({
      index,
      field: 'id',
      message: 'is the ID of another question',
    })),
    ...(await findRepeats(prompts, textOfPrompt, keepsText)).map((index) => ({
      index,
      field: 'text',
      message: 'is the same as another question of the site',
    })),
  ];
}

/**
 * The faults of the brands and prompts of a new site.
 * @param path where the site is in the body; empty for the body itself.
 */
export const findNewSiteFaults = async (
  { brands, prompts }: Pick<NewSite, 'brands' | 'prompts'>,
  path: string,
): Promise<ParameterFault[]> => [
  ...inList(`${prefixOf(path)}brands`, await findBrandFaults(brands)),
  ...inList(`${prefixOf(path)}prompts`, await findPromptFaults(prompts)),
];

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const aliasesOf = (brand: { name: string; aliases: readonly string[] | null }) =>
  brand.aliases ?? [brand.name];

const isSameBrand = (brand: NewBrand, stored: BrandRecord): boolean =>
  brand.name === stored.name &&
  brand.role === stored.role &&
  isSame(aliasesOf(brand), stored.aliases) &&
  isSame(readOwnDomains(brand.domains), stored.domains);

/** Whether texts may mention a brand differently once it is stored. */
export const hasOtherAliases = (
  brand: { name: string; aliases: readonly string[] | null },
  stored: BrandRecord | undefined,
): boolean =>
  stored === undefined ||
  new Set(aliasesOf(brand)).symmetricDifference(new Set(stored.aliases)).size > 0;

/** Whether a request leaves where and when questions are asked as it is. */
export const hasSameScanSettings = (
  { collection }: Pick<SetupRequest, 'collection'>,
  { site }: Pick<StoredSetup, 'site'>,
): boolean =>
  collection === null || isSame(collection, site.collection && scanSettingsOf(site.collection));

const isSamePrompt = (prompt: NewPrompt, stored: PromptRecord): boolean =>
  prompt.text === stored.text &&
  prompt.category === stored.category &&
  prompt.retired === stored.retired &&
  plainClassifications.fields.every((field) => isSame(prompt[field], stored[field])) &&
  labelledClassifications.fields.every((field) => isSame(prompt[field], stored[field]));

interface NewSetup {
  name: string;
  url: string;
  brands: readonly NewBrand[];
  prompts: readonly NewPrompt[];
  /** Null to keep the stored value. */
  collection: ScanSettings | null;
}

/**
 * The records that turn a stored set-up into another one, and only those: brands and prompts that are left out are
 * removed, except discovered brands.
 */
export async function planSetup(
  next: NewSetup,
  stored: StoredSetup,
  at: Instant,
): Promise<PlannedChange> {
  const { site } = stored;
  const records: SetupRecord[] = [];
  const keepsScanSettings = hasSameScanSettings(next, stored);
  if (next.name !== site.name || next.url !== site.url || !keepsScanSettings) {
    const { name, url } = next;
    const collection = keepsScanSettings ? null : next.collection;
    const record = toPatch('site', site.id, { name, url, collection, updatedAt: toTimestamp(at) });
    records.push({ path: '', record });
  }
  const storedBrands = new Map(
    [...stored.brands, ...stored.discovered].map((brand) => [brand.id, brand]),
  );
  const changedBrandIds: string[] = [];
  await handleInStretches(next.brands, (brand, index) => {
    const storedBrand = storedBrands.get(brand.id);
    if (storedBrand && isSameBrand(brand, storedBrand)) return;
    records.push({ path: pathOf('brands', index), record: toBrandRecord(site.id, brand) });
    if (hasOtherAliases(brand, storedBrand)) changedBrandIds.push(brand.id);
  });
  const keptBrands = new Set(next.brands.map(({ id }) => id));
  for (const { id } of stored.brands) {
    if (keptBrands.has(id)) continue;
    records.push({ path: 'brands', record: toRemoval('brand', id) });
    changedBrandIds.push(id);
  }
  const storedPrompts = new Map(stored.prompts.map((prompt) => [prompt.id, prompt]));
  await handleInStretches(next.prompts, (prompt, index) => {
    const storedPrompt = storedPrompts.get(prompt.id);
    if (storedPrompt && isSamePrompt(prompt, storedPrompt)) return;
    records.push({ path: pathOf('prompts', index), record: toPromptRecord(site.id, prompt) });
  });
  const keptPrompts = new Set(next.prompts.map(({ id }) => id));
  for (const { id } of stored.prompts)
    if (!keptPrompts.has(id)) records.push({ path: 'prompts', record: toRemoval('prompt', id) });
  return { records, changedBrandIds };
}

const bytesOf = (entry: object): number => Buffer.byteLength(JSON.stringify(entry));

/**
 * Whether a change makes the brands and prompts of a site larger than `maxSetupContentBytes`. It may make a larger
 * set-up smaller.
 * @param stored null for a new site.
 */
export async function exceedsSize(
  records: readonly SetupRecord[],
  stored: StoredSetup | null,
): Promise<boolean> {
  const listed = stored ? [...stored.brands, ...stored.prompts] : [];
  const entries = new Map<string, object>(
    [...(stored?.discovered ?? []), ...listed].map((entry) => [entry.id, entry]),
  );
  const sizes = new Map<string, number>();
  await handleInStretches(listed, (entry) => sizes.set(entry.id, bytesOf(entry)));
  const sumSizes = () => sizes.values().reduce((sum, size) => sum + size, 0);
  const before = sumSizes();
  await handleInStretches(records, ({ record }) => {
    const { type, id, patch, removed = false, ...fields } = record;
    if (removed) sizes.delete(id);
    else if (type === 'brand' || type === 'prompt')
      sizes.set(id, bytesOf({ ...entries.get(id), id, ...fields }));
  });
  const after = sumSizes();
  return after > maxSetupContentBytes && after > before;
}

/** Whether two plans write the same. */
export async function isSamePlan(a: PlannedChange, b: PlannedChange): Promise<boolean> {
  if (a.records.length !== b.records.length || !isSame(a.changedBrandIds, b.changedBrandIds))
    return false;
  let hasSameRecords = true;
  await handleInStretches(a.records, (record, index) => {
    hasSameRecords &&= isSame(record, b.records[index]);
  });
  return hasSameRecords;
}
