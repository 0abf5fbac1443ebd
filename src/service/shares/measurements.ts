import { LRUCache } from 'lru-cache';
import { FairQueue } from '../fair-queue.ts';
import type { ShareLock } from '../store/share-lock.ts';
import { type Store, splitCellGroup, type Tenant, type TimelineCounts } from '../store/store.ts';
import { lockKey, scopeOf } from './lock.ts';

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

/** What was measured in the answers that a lock lets through. */
export interface Measurements {
  whole: ReadonlyIds;
  /** The same for each completed scan with answers, by the scan's ID. */
  scans: ReadonlyMap<string, ReadonlyIds>;
  /** The last completed scan in range. */
  lastScan: TimelineCounts['scans'][number] | null;
}

/** The maximum number of locks whose measurements are kept, and of the IDs in all their scans. */
const maxKeptLocks = 200;
const maxKeptIds = 2_000_000;
/** How many reads of one lock may wait. Each needs two reports, so only one runs at a time. */
const maxWaitingPerLock = 200;

const createEmptyIds = (): MeasuredIds => ({
  prompts: new Set(),
  platforms: new Set(),
  regions: new Set(),
  brands: new Set(),
});

async function readMeasurements(
  store: Store,
  owner: Tenant,
  lock: ShareLock,
): Promise<Measurements> {
  const scope = scopeOf(lock);
  const [byPrompt, byCell] = await Promise.all([
    store.timeline(owner, lock.siteId, { ...scope, groupBy: 'prompt', brandIds: null }),
    store.timeline(owner, lock.siteId, { ...scope, groupBy: 'cell', brandIds: [] }),
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
    const found = scans.get(scan?.id ?? '') ?? createEmptyIds();
    if (scan) scans.set(scan.id, found);
    for (const each of [found, whole]) each[kind].add(id);
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

/** Creates a function that reads what was measured within a lock, and keeps it until the data or the days change. */
export function createMeasurementReader(
  store: Store,
): (owner: Tenant, lock: ShareLock) => Promise<Measurements> {
  const kept = new LRUCache<string, Promise<Measurements>>({
    max: maxKeptLocks,
    maxSize: maxKeptIds,
  });
  const queue = new FairQueue({ maxRunning: 1, maxWaitingPerKey: maxWaitingPerLock });
  // All callers share one read, so none of them can abort it.
  const { signal } = new AbortController();
  return async (owner, lock) => {
    const { accountId, clientId } = owner;
    const version = await store.dataVersion(lock.siteId);
    const key = `${accountId} ${clientId} ${lockKey(lock)} ${version}`;
    const known = kept.get(key);
    if (known) return known;
    const reading = queue.run(lock.id, signal, () => readMeasurements(store, owner, lock));
    kept.set(key, reading, { size: 1 });
    reading.then(
      (measured) => kept.set(key, reading, { size: sizeOf(measured) }),
      () => kept.delete(key),
    );
    return reading;
  };
}
