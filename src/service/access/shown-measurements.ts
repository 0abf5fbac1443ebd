import { LRUCache } from 'lru-cache';
import { FairQueue } from '../limits/fair-queue.ts';
import type { ShareFilter } from '../store/share-filter.ts';
import { type Store, splitCellGroup, type Tenant, type TimelineCounts } from '../store/store.ts';
import { scopeOf, shareFilterKeyOf } from './share-filter.ts';

/** What was measured in one scan, or in all of them. */
interface MeasuredIds {
  /** IDs of the prompts. */
  prompts: Set<string>;
  platforms: Set<string>;
  regions: Set<string>;
  /** IDs of the mentioned brands. */
  brands: Set<string>;
}
type ReadonlyIds = { readonly [K in keyof MeasuredIds]: ReadonlySet<string> };

/** What was measured in the answers that a share filter lets through. */
export interface Measurements {
  whole: ReadonlyIds;
  /** The same for each completed scan with answers, by the scan's ID. */
  scans: ReadonlyMap<string, ReadonlyIds>;
  /** The last completed scan in range; null if there is none. */
  lastScan: TimelineCounts['scans'][number] | null;
}

/** The maximum number of filters whose measurements are cached, and of the IDs in all their scans. */
const maxCachedFilters = 200;
const maxCachedIds = 2_000_000;
/**
 * How many reads of one share filter may wait. Across all filters, only one read runs at a time, since each makes two
 * reports.
 */
const maxWaitingPerFilter = 200;

const createEmptyIds = (): MeasuredIds => ({
  prompts: new Set(),
  platforms: new Set(),
  regions: new Set(),
  brands: new Set(),
});

async function readMeasurements(
  store: Store,
  owner: Tenant,
  shareFilter: ShareFilter,
): Promise<Measurements> {
  const scope = scopeOf(shareFilter);
  const [byPrompt, byCell] = await Promise.all([
    store.timeline(owner, shareFilter.siteId, { ...scope, groupBy: 'prompt', brandIds: null }),
    store.timeline(owner, shareFilter.siteId, { ...scope, groupBy: 'cell', brandIds: [] }),
  ]);
  const whole = createEmptyIds();
  const scans = new Map<string, MeasuredIds>();
  // Every scan repeats the same IDs, so equal strings are stored once.
  const strings = new Map<string, string>();
  const add = (
    kind: keyof MeasuredIds,
    value: string,
    scan: TimelineCounts['scans'][number] | undefined,
  ) => {
    const id = strings.get(value) ?? value;
    strings.set(id, id);
    const scanIds = scans.get(scan?.id ?? '') ?? createEmptyIds();
    if (scan) scans.set(scan.id, scanIds);
    for (const ids of [scanIds, whole]) ids[kind].add(id);
  };
  for (const [row, prompt] of byPrompt.answers.group.entries()) {
    add('prompts', prompt, byPrompt.scans[byPrompt.answers.scan[row] ?? -1]);
  }
  for (const [row, brand] of byPrompt.brands.brandId.entries()) {
    add('brands', brand, byPrompt.scans[byPrompt.brands.scan[row] ?? -1]);
  }
  for (const [row, cell] of byCell.answers.group.entries()) {
    const scan = byCell.scans[byCell.answers.scan[row] ?? -1];
    const { platform, region } = splitCellGroup(cell);
    add('platforms', platform, scan);
    add('regions', region, scan);
  }
  return { whole, scans, lastScan: byCell.scans.at(-1) ?? null };
}

/** No measurements: for a site that a share does not include, or a scan without answers in the share. */
export const noMeasurements: Measurements = {
  whole: createEmptyIds(),
  scans: new Map(),
  lastScan: null,
};

const sizeOf = ({ scans }: Measurements): number =>
  [...scans.values()].reduce(
    (sum, { prompts, platforms, regions, brands }) =>
      sum + prompts.size + platforms.size + regions.size + brands.size,
    1,
  );

/**
 * Creates a function that reads what was measured within a share filter, and caches it until the data or the filter's
 * days change.
 */
export function createMeasurementReader(
  store: Store,
): (owner: Tenant, shareFilter: ShareFilter) => Promise<Measurements> {
  const cache = new LRUCache<string, Promise<Measurements>>({
    max: maxCachedFilters,
    maxSize: maxCachedIds,
  });
  const queue = new FairQueue({ maxRunning: 1, maxWaitingPerKey: maxWaitingPerFilter });
  // All callers share one read, so none of them can abort it.
  const { signal } = new AbortController();
  return async (owner, shareFilter) => {
    const { accountId, clientId } = owner;
    const version = await store.dataVersion(shareFilter.siteId);
    const key = `${accountId} ${clientId} ${shareFilterKeyOf(shareFilter)} ${version}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const pendingRead = queue.run(shareFilter.id, signal, () =>
      readMeasurements(store, owner, shareFilter),
    );
    cache.set(key, pendingRead, { size: 1 });
    pendingRead.then(
      (measured) => cache.set(key, pendingRead, { size: sizeOf(measured) }),
      () => cache.delete(key),
    );
    return pendingRead;
  };
}
