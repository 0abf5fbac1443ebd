import { randomUUID } from 'node:crypto';
import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import type { BrandRecord, PromptRecord } from '../store/records.ts';
import type { ShareLock } from '../store/share-lock.ts';
import type { ListedSite } from '../store/site-rows.ts';
import type { AnswerScope, Store, Tenant, Vocabulary } from '../store/store.ts';
import { locksPrompts, narrowScope } from './lock.ts';
import {
  createMeasurementReader,
  type Measurements,
  noMeasurements,
} from './shown-measurements.ts';

const promptsPerBatch = 2_000;

/** A tenant that owns nothing. */
const nobody: Tenant = { accountId: randomUUID(), clientId: null };

/** The tenant that created the share if the call is about the shared site, and `nobody` otherwise. */
export const ownerTenantOf = (
  { accountId, clientId }: Tenant,
  lock: ShareLock,
  siteId: string,
): Tenant => (siteId === lock.siteId ? { accountId, clientId } : nobody);

/** Splits brands into those that a lock lets through and those it hides. The tracked brand is never hidden. */
export function splitBrands(brands: readonly BrandRecord[], { filters }: ShareLock) {
  const allowedIds = [...filters.brand, ...filters.competitorId];
  const isShown = ({ id, role }: BrandRecord): boolean =>
    allowedIds.length === 0 || role === 'tracked' || allowedIds.includes(id);
  return { shown: brands.filter(isShown), hidden: brands.filter((brand) => !isShown(brand)) };
}

/** The vocabulary of some prompts, and the platforms and regions where they were measured. */
export const vocabularyOf = (
  prompts: readonly PromptRecord[],
  { platforms, regions }: Measurements['whole'],
): Vocabulary => ({
  platforms: [...platforms],
  regions: [...regions],
  ...plainClassifications.byField((field) => [
    ...new Set(prompts.flatMap((prompt) => prompt[field])),
  ]),
  categories: [...new Set(prompts.map(({ category }) => category))],
  ...labelledClassifications.byField((field) => prompts.flatMap((prompt) => prompt[field])),
  mentionsTracked: [...new Set(prompts.map((prompt) => prompt.mentionsTracked))],
  brandIds: null,
});

/** Creates functions that read what a share shows: its measurements, brands, prompts, vocabulary and site. */
export function createLockReader(store: Store) {
  const readMeasurements = createMeasurementReader(store);
  const measurementsOf = async (owner: Tenant, lock: ShareLock): Promise<Measurements> =>
    owner === nobody ? noMeasurements : readMeasurements(owner, lock);

  const readHiddenBrandIds = async (
    owner: Tenant,
    lock: ShareLock,
  ): Promise<ReadonlySet<string>> => {
    const details = await store.site(owner, lock.siteId);
    return new Set(splitBrands(details?.brands ?? [], lock).hidden.map(({ id }) => id));
  };
  /** Narrows a scope to what the lock allows, with the days of `daysLock` in place of the lock's own. */
  const narrow = async <S extends AnswerScope>(
    scope: S,
    owner: Tenant,
    lock: ShareLock,
    daysLock: ShareLock = lock,
  ) =>
    narrowScope(
      scope,
      daysLock,
      locksPrompts(lock) ? (await measurementsOf(owner, lock)).whole.prompts : null,
    );
  const readPrompts = async (owner: Tenant, siteId: string, allowedIds: ReadonlySet<string>) => {
    const prompts: PromptRecord[] = [];
    for (let after: string | null = null; ; after = prompts.at(-1)?.id ?? null) {
      const batch = await store.prompts(owner, siteId, [], {
        after,
        limit: promptsPerBatch,
        allowedIds,
      });
      prompts.push(...batch);
      if (batch.length < promptsPerBatch) return prompts;
    }
  };
  /** The vocabulary that each lock lets through, over all scans; cached as long as the measurements. */
  const vocabularies = new WeakMap<Measurements, Promise<Vocabulary>>();
  const readVocabulary = async (owner: Tenant, siteId: string, measurements: Measurements) => {
    const cached = vocabularies.get(measurements);
    if (cached) return cached;
    const vocabulary = readPrompts(owner, siteId, measurements.whole.prompts).then((prompts) =>
      vocabularyOf(prompts, measurements.whole),
    );
    vocabularies.set(measurements, vocabulary);
    vocabulary.catch(() => vocabularies.delete(measurements));
    return vocabulary;
  };
  const readShownSite = async (tenant: Tenant, lock: ShareLock): Promise<ListedSite | null> => {
    const owner = ownerTenantOf(tenant, lock, lock.siteId);
    const site = await store.listedSite(owner, lock.siteId);
    if (!site) return null;
    const { lastScan } = await measurementsOf(owner, lock);
    return {
      ...site,
      lastScan: lastScan && { id: lastScan.id, completedAt: lastScan.completedAt },
    };
  };
  return { measurementsOf, readHiddenBrandIds, narrow, readPrompts, readVocabulary, readShownSite };
}
