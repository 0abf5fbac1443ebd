import { utcDay } from '../../contract/dates/days.ts';
import type { ScanRecord } from '../store/records.ts';
import { isOnDays, scanDayOf } from '../store/scan-day.ts';
import type { MeasuredScan } from '../store/scan-rows.ts';
import type { ShareLock } from '../store/share-lock.ts';
import { hasWords } from '../store/site-search.ts';
import type { FoundAnswer, Store, Tenant } from '../store/store.ts';
import { matchesPlatformAndRegion, scopeOf, toAnswerLock } from './lock.ts';
import {
  createLockReader,
  type LockReader,
  ownerTenantOf,
  splitBrands,
  vocabularyOf,
} from './lock-reader.ts';
import { noMeasurements } from './shown-measurements.ts';

/** The reads and writes of a store on behalf of a tenant. The compiler requires a locked version of each. */
type TenantCalls = {
  [K in keyof Store as Store[K] extends (...args: infer Args) => unknown
    ? Args extends [tenant: Tenant, ...rest: unknown[]]
      ? K
      : never
    : never]: Store[K];
};

const scansPerBatch = 200;

function removeBrands<T extends FoundAnswer>(answer: T, hidden: ReadonlySet<string>): T {
  if (hidden.size === 0) return answer;
  const shownIndexes = [...answer.brandIds.keys()].filter(
    (index) => !hidden.has(answer.brandIds[index] ?? ''),
  );
  return {
    ...answer,
    brandIds: shownIndexes.map((index) => answer.brandIds[index] ?? ''),
    sentiments: shownIndexes.map((index) => answer.sentiments[index] ?? null),
  };
}

/** Reads scans in batches until it has found `limit` scans to show, or no scans are left. */
async function readShownScans(
  limit: number,
  isShown: (scan: MeasuredScan) => boolean,
  readBatch: (last: MeasuredScan | null) => Promise<readonly MeasuredScan[]>,
): Promise<MeasuredScan[]> {
  const shownScans: MeasuredScan[] = [];
  for (let last: MeasuredScan | null = null; shownScans.length < limit; ) {
    const batch = await readBatch(last);
    shownScans.push(...batch.filter(isShown));
    last = batch.at(-1) ?? null;
    if (batch.length < scansPerBatch || last === null) break;
  }
  return shownScans.slice(0, limit);
}

const isShownScan = (scan: ScanRecord, lock: ShareLock) => isOnDays(scanDayOf(scan), lock);

const createSiteCalls = (store: Store, { readShownSite }: LockReader) =>
  ({
    clients: async (tenant, page) => (tenant.lock ? [] : store.clients(tenant, page)),
    hasClient: async (tenant, id) => !tenant.lock && store.hasClient(tenant, id),
    sites: async (tenant, clientId, page) =>
      tenant.lock ? [] : store.sites(tenant, clientId, page),

    async site(tenant, siteId) {
      const { lock } = tenant;
      if (!lock) return store.site(tenant, siteId);
      const details = await store.site(ownerTenantOf(tenant, lock, siteId), siteId);
      if (!details) return null;
      return { ...details, brands: splitBrands(details.brands, lock).shown };
    },
    async listedSites(tenant, words, page) {
      const { lock } = tenant;
      if (!lock) return store.listedSites(tenant, words, page);
      const site = page.after === null ? await readShownSite(tenant, lock) : null;
      const matchesWords = site && hasWords(words, [site.name, site.url, site.clientName ?? '']);
      return matchesWords && site.active ? [site] : [];
    },
    async listedSite(tenant, siteId) {
      const { lock } = tenant;
      if (!lock) return store.listedSite(tenant, siteId);
      return siteId === lock.siteId ? readShownSite(tenant, lock) : null;
    },
    async branding(tenant, siteId) {
      const { lock } = tenant;
      return store.branding(lock ? ownerTenantOf(tenant, lock, siteId) : tenant, siteId);
    },
    // The progress covers every site of the account.
    measuringProgress: async (tenant) =>
      tenant.lock ? { sites: 0, measured: 0 } : store.measuringProgress(tenant),
    // An overview's figures include every answer, even those that a lock excludes, so a share gets none.
    overview: async (tenant, ...args) => (tenant.lock ? [] : store.overview(tenant, ...args)),
  }) satisfies Partial<TenantCalls>;

const createPromptCalls = (store: Store, { measurementsOf }: LockReader) =>
  ({
    async prompt(tenant, siteId, promptId) {
      const { lock } = tenant;
      if (!lock) return store.prompt(tenant, siteId, promptId);
      const owner = ownerTenantOf(tenant, lock, siteId);
      const { prompts } = (await measurementsOf(owner, lock)).whole;
      return prompts.has(promptId) ? store.prompt(owner, siteId, promptId) : null;
    },
    async prompts(tenant, siteId, words, page, signal) {
      const { lock } = tenant;
      if (!lock) return store.prompts(tenant, siteId, words, page, signal);
      const owner = ownerTenantOf(tenant, lock, siteId);
      const { prompts: allowedIds } = (await measurementsOf(owner, lock)).whole;
      return store.prompts(owner, siteId, words, { ...page, allowedIds }, signal);
    },
    async promptTexts(tenant, siteId, signal) {
      const { lock } = tenant;
      if (!lock) return store.promptTexts(tenant, siteId, signal);
      const owner = ownerTenantOf(tenant, lock, siteId);
      const { prompts } = (await measurementsOf(owner, lock)).whole;
      const texts = await store.promptTexts(owner, siteId, signal);
      return new Map([...texts].filter(([id]) => prompts.has(id)));
    },
  }) satisfies Partial<TenantCalls>;

const createScanCalls = (
  store: Store,
  { measurementsOf, readPrompts, readVocabulary, narrow }: LockReader,
) =>
  ({
    async scan(tenant, siteId, scanId) {
      const { lock } = tenant;
      if (!lock) return store.scan(tenant, siteId, scanId);
      const scan = await store.scan(ownerTenantOf(tenant, lock, siteId), siteId, scanId);
      return scan && isShownScan(scan, lock) ? scan : null;
    },
    async scans(tenant, siteId, page, signal) {
      const { lock } = tenant;
      if (!lock) return store.scans(tenant, siteId, page, signal);
      const owner = ownerTenantOf(tenant, lock, siteId);
      const [{ scans }, { scans: countedScans }] = await Promise.all([
        measurementsOf(owner, lock),
        store.counts(owner, siteId, scopeOf(lock), signal),
      ]);
      const counts = new Map(countedScans.map((scan) => [scan.id, scan]));
      const shownScans = await readShownScans(
        page.limit,
        (scan) => isShownScan(scan, lock),
        (last) =>
          store.scans(owner, siteId, { after: last ?? page.after, limit: scansPerBatch }, signal),
      );
      return shownScans.map((scan) => ({
        ...scan,
        answers: counts.get(scan.id)?.answers ?? 0,
        prompts: counts.get(scan.id)?.prompts ?? 0,
        platforms: [...(scans.get(scan.id)?.platforms ?? [])],
        regions: [...(scans.get(scan.id)?.regions ?? [])],
      }));
    },
    async models(tenant, siteId, scope, signal) {
      const { lock } = tenant;
      if (!lock) return store.models(tenant, siteId, scope, signal);
      const owner = ownerTenantOf(tenant, lock, siteId);
      return store.models(owner, siteId, await narrow(scope, owner, lock), signal);
    },
    async vocabulary(tenant, siteId, scanId, signal) {
      const { lock } = tenant;
      if (!lock) return store.vocabulary(tenant, siteId, scanId, signal);
      const owner = ownerTenantOf(tenant, lock, siteId);
      if (!(await store.site(owner, siteId))) return null;
      const scan = scanId === null ? null : await store.scan(owner, siteId, scanId);
      if (scanId !== null && !(scan && isShownScan(scan, lock))) return null;
      const measurements = await measurementsOf(owner, lock);
      if (scanId === null) return readVocabulary(owner, siteId, measurements);
      const measuredInScan = measurements.scans.get(scanId) ?? noMeasurements.whole;
      const prompts = await readPrompts(owner, siteId, measuredInScan.prompts);
      return { ...vocabularyOf(prompts, measuredInScan), brandIds: [...measuredInScan.brands] };
    },
  }) satisfies Partial<TenantCalls>;

const createAnswerCalls = (
  store: Store,
  { measurementsOf, readHiddenBrandIds, narrow }: LockReader,
) =>
  ({
    async timeline(tenant, siteId, scope, signal) {
      const { lock } = tenant;
      if (!lock) return store.timeline(tenant, siteId, scope, signal);
      const owner = ownerTenantOf(tenant, lock, siteId);
      return store.timeline(owner, siteId, await narrow(scope, owner, lock), signal);
    },
    async counts(tenant, siteId, scope, signal) {
      const { lock } = tenant;
      if (!lock) return store.counts(tenant, siteId, scope, signal);
      const owner = ownerTenantOf(tenant, lock, siteId);
      const hidden = await readHiddenBrandIds(owner, lock);
      const counts = await store.counts(owner, siteId, await narrow(scope, owner, lock), signal);
      return {
        ...counts,
        firstMentions: counts.firstMentions.filter(({ brandId }) => !hidden.has(brandId)),
      };
    },
    async sources(tenant, siteId, scope, signal) {
      const { lock } = tenant;
      if (!lock) return store.sources(tenant, siteId, scope, signal);
      const owner = ownerTenantOf(tenant, lock, siteId);
      const narrowed = await narrow(scope, owner, lock, toAnswerLock(lock));
      return store.sources(owner, siteId, narrowed, signal);
    },
    async pages(tenant, siteId, scope, domain, signal) {
      const { lock } = tenant;
      if (!lock) return store.pages(tenant, siteId, scope, domain, signal);
      const owner = ownerTenantOf(tenant, lock, siteId);
      const narrowed = await narrow(scope, owner, lock, toAnswerLock(lock));
      return store.pages(owner, siteId, narrowed, domain, signal);
    },
    async answers(tenant, siteId, search, page, signal) {
      const { lock } = tenant;
      if (!lock) return store.answers(tenant, siteId, search, page, signal);
      const owner = ownerTenantOf(tenant, lock, siteId);
      const hidden = await readHiddenBrandIds(owner, lock);
      const narrowed = await narrow(search, owner, lock, toAnswerLock(lock));
      const answers = await store.answers(owner, siteId, narrowed, page, signal);
      return answers.map((answer) => removeBrands(answer, hidden));
    },
    async answer(tenant, siteId, identity, signal) {
      const { lock } = tenant;
      if (!lock) return store.answer(tenant, siteId, identity, signal);
      const owner = ownerTenantOf(tenant, lock, siteId);
      const answer = await store.answer(owner, siteId, identity, signal);
      const isShown =
        answer &&
        matchesPlatformAndRegion(answer, lock) &&
        isOnDays(utcDay(answer.at), toAnswerLock(lock));
      if (!isShown) return null;
      const { prompts } = (await measurementsOf(owner, lock)).whole;
      if (!prompts.has(answer.promptId)) return null;
      return removeBrands(answer, await readHiddenBrandIds(owner, lock));
    },
  }) satisfies Partial<TenantCalls>;

const createRecommendationCalls = (store: Store) =>
  ({
    recommendations: async (tenant, ...args) =>
      tenant.lock ? [] : store.recommendations(tenant, ...args),
    recommendation: async (tenant, ...args) =>
      tenant.lock ? null : store.recommendation(tenant, ...args),
    notes: async (tenant, ...args) => (tenant.lock ? [] : store.notes(tenant, ...args)),
    addNote: async (tenant, note) => (tenant.lock ? 'absent' : store.addNote(tenant, note)),
  }) satisfies Partial<TenantCalls>;

/**
 * Creates a store whose calls obey the lock of their tenant: anything that a share does not include does not exist for
 * the share. Calls of tenants without a lock are passed on unchanged.
 */
export function createLockedStore(store: Store): Store {
  const reader = createLockReader(store);
  const calls: TenantCalls = {
    ...createSiteCalls(store, reader),
    ...createPromptCalls(store, reader),
    ...createScanCalls(store, reader),
    ...createAnswerCalls(store, reader),
    ...createRecommendationCalls(store),
  };
  // Everything else is inherited from the store.
  const lockedStore: Store = Object.assign(Object.create(store), calls);
  return lockedStore;
}
