import { randomUUID } from 'node:crypto';
import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import type { BrandRecord, PromptRecord } from '../store/records.ts';
import type { ShareFilter } from '../store/share-filter.ts';
import type { ListedSite } from '../store/site-rows.ts';
import type { AnswerScope, FilterValues, Store, Tenant } from '../store/store.ts';
import { filtersPrompts, narrowScope } from './share-filter.ts';
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
  shareFilter: ShareFilter,
  siteId: string,
): Tenant => (siteId === shareFilter.siteId ? { accountId, clientId } : nobody);

/** Splits brands into those that a share filter lets through and those it hides. The tracked brand is never hidden. */
export function splitBrands(brands: readonly BrandRecord[], { filters }: ShareFilter) {
  const allowedIds = [...filters.brand, ...filters.competitorId];
  const isShown = ({ id, role }: BrandRecord): boolean =>
    allowedIds.length === 0 || role === 'tracked' || allowedIds.includes(id);
  return { shown: brands.filter(isShown), hidden: brands.filter((brand) => !isShown(brand)) };
}

/** The filter values of some prompts, and the platforms and regions where they were measured. */
export const filterValuesOf = (
  prompts: readonly PromptRecord[],
  { platforms, regions }: Measurements['whole'],
): FilterValues => ({
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

/** Creates functions that read what a share shows: its measurements, brands, prompts, filter values and site. */
export function createShareReader(store: Store) {
  const readMeasurements = createMeasurementReader(store);
  const measurementsOf = async (owner: Tenant, shareFilter: ShareFilter): Promise<Measurements> =>
    owner === nobody ? noMeasurements : readMeasurements(owner, shareFilter);

  const readHiddenBrandIds = async (
    owner: Tenant,
    shareFilter: ShareFilter,
  ): Promise<ReadonlySet<string>> => {
    const details = await store.site(owner, shareFilter.siteId);
    return new Set(splitBrands(details?.brands ?? [], shareFilter).hidden.map(({ id }) => id));
  };
  /** Narrows a scope to what the share filter allows, with the days of `daysFilter` in place of the filter's own. */
  const narrow = async <S extends AnswerScope>(
    scope: S,
    owner: Tenant,
    shareFilter: ShareFilter,
    daysFilter: ShareFilter = shareFilter,
  ) =>
    narrowScope(
      scope,
      daysFilter,
      filtersPrompts(shareFilter) ? (await measurementsOf(owner, shareFilter)).whole.prompts : null,
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
  /** The filter values that each share filter lets through, over all scans; cached as long as the measurements. */
  const filterValuesCache = new WeakMap<Measurements, Promise<FilterValues>>();
  const readFilterValues = async (owner: Tenant, siteId: string, measurements: Measurements) => {
    const cached = filterValuesCache.get(measurements);
    if (cached) return cached;
    const filterValues = readPrompts(owner, siteId, measurements.whole.prompts).then((prompts) =>
      filterValuesOf(prompts, measurements.whole),
    );
    filterValuesCache.set(measurements, filterValues);
    filterValues.catch(() => filterValuesCache.delete(measurements));
    return filterValues;
  };
  const readShownSite = async (
    tenant: Tenant,
    shareFilter: ShareFilter,
  ): Promise<ListedSite | null> => {
    const owner = ownerTenantOf(tenant, shareFilter, shareFilter.siteId);
    const site = await store.listedSite(owner, shareFilter.siteId);
    if (!site) return null;
    const { lastScan } = await measurementsOf(owner, shareFilter);
    return {
      ...site,
      lastScan: lastScan && { id: lastScan.id, completedAt: lastScan.completedAt },
    };
  };
  return {
    measurementsOf,
    readHiddenBrandIds,
    narrow,
    readPrompts,
    readFilterValues,
    readShownSite,
  };
}
