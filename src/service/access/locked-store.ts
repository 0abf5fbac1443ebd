import { utcDay } from '../../contract/dates/days.ts';
import type { ScanRecord } from '../store/records.ts';
import { isOnDays, scanDayOf } from '../store/scan-day.ts';
import type { MeasuredScan } from '../store/scan-rows.ts';
import type { ShareLock } from '../store/share-lock.ts';
import { hasWords } from '../store/site-search.ts';
import type { FoundAnswer, Store, Tenant } from '../store/store.ts';
import { matchesPlatformAndRegion, scopeOf, toAnswerLock } from './lock.ts';
import { createLockReader, ownerTenantOf, splitBrands, vocabularyOf } from './lock-reader.ts';
import { noMeasurements } from './shown-measurements.ts';

/** The calls of a store on behalf of a tenant. The compiler requires a locked version of each. */
type TenantCall = {
  [K in keyof Store]: Store[K] extends (...args: infer Args) => unknown
    ? Args extends [tenant: Tenant, ...rest: unknown[]]
      ? K
      : never
    : never;
}[keyof Store];
/** Those whose first argument after the tenant is the ID of a site. */
type SiteCall = {
  [K in TenantCall]: Parameters<Store[K]> extends [Tenant, siteId: string, ...unknown[]]
    ? K
    : never;
}[TenantCall];
type Results = { [K in TenantCall]: Awaited<ReturnType<Store[K]>> };
/** The arguments after the tenant. */
type Arguments = {
  [K in TenantCall]: Parameters<Store[K]> extends [Tenant, ...infer Args] ? Args : never;
};
/** The arguments after the site's ID. */
type SiteArguments = {
  [K in SiteCall]: Arguments[K] extends [siteId: string, ...infer Args] ? Args : never;
};
type Call<K extends TenantCall> = (tenant: Tenant, ...args: Arguments[K]) => Promise<Results[K]>;
type CallOfSite<K extends SiteCall> = (
  tenant: Tenant,
  siteId: string,
  ...args: SiteArguments[K]
) => Promise<Results[K]>;
type TenantCalls = { [K in TenantCall]: Call<K> };

/** A share's call about a site: see `ownerTenantOf`. */
interface SharedRead {
  lock: ShareLock;
  owner: Tenant;
}

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

/** Creates the store's calls that obey the lock of their tenant. */
function createLockedCalls(store: Store): TenantCalls {
  const { measurementsOf, readHiddenBrandIds, readPrompts, readShownSite, readVocabulary, narrow } =
    createLockReader(store);
  const calls: TenantCalls = store;
  const siteCalls: { [K in SiteCall]: CallOfSite<K> } = store;
  /** A call whose result for shares never depends on the store. */
  const hidden =
    <K extends TenantCall>(name: K, result: Results[K]): Call<K> =>
    async (tenant, ...args) =>
      tenant.lock ? result : calls[name](tenant, ...args);
  /** @param read carries out the call for shares. */
  const locked =
    <K extends SiteCall>(
      name: K,
      read: (shared: SharedRead, siteId: string, ...args: SiteArguments[K]) => Promise<Results[K]>,
    ): CallOfSite<K> =>
    async (tenant, siteId, ...args) => {
      const { lock } = tenant;
      if (!lock) return siteCalls[name](tenant, siteId, ...args);
      return read({ lock, owner: ownerTenantOf(tenant, lock, siteId) }, siteId, ...args);
    };
  /** The prompts that a share shows. */
  const promptsOf = async ({ owner, lock }: SharedRead) =>
    (await measurementsOf(owner, lock)).whole.prompts;

  return {
    clients: hidden('clients', []),
    hasClient: hidden('hasClient', false),
    sites: hidden('sites', []),
    site: locked('site', async ({ owner, lock }, siteId) => {
      const details = await store.site(owner, siteId);
      return details && { ...details, brands: splitBrands(details.brands, lock).shown };
    }),
    async listedSites(tenant, words, page) {
      const { lock } = tenant;
      if (!lock) return store.listedSites(tenant, words, page);
      const site = page.after === null ? await readShownSite(tenant, lock) : null;
      const matchesWords = site && hasWords(words, [site.name, site.url, site.clientName ?? '']);
      return matchesWords && site.active ? [site] : [];
    },
    listedSite: locked('listedSite', async ({ owner, lock }, siteId) =>
      siteId === lock.siteId ? readShownSite(owner, lock) : null,
    ),
    branding: locked('branding', ({ owner }, siteId) => store.branding(owner, siteId)),
    // The progress covers every site of the account.
    measuringProgress: hidden('measuringProgress', { sites: 0, measured: 0 }),
    // An overview's figures include every answer, even those that a lock excludes, so a share gets none.
    overview: hidden('overview', []),

    prompt: locked('prompt', async (shared, siteId, promptId) =>
      (await promptsOf(shared)).has(promptId) ? store.prompt(shared.owner, siteId, promptId) : null,
    ),
    prompts: locked('prompts', async (shared, siteId, words, page, signal) => {
      const allowedIds = await promptsOf(shared);
      return store.prompts(shared.owner, siteId, words, { ...page, allowedIds }, signal);
    }),
    promptTexts: locked('promptTexts', async (shared, siteId, signal) => {
      const prompts = await promptsOf(shared);
      const texts = await store.promptTexts(shared.owner, siteId, signal);
      return new Map([...texts].filter(([id]) => prompts.has(id)));
    }),

    scan: locked('scan', async ({ owner, lock }, siteId, scanId) => {
      const scan = await store.scan(owner, siteId, scanId);
      return scan && isShownScan(scan, lock) ? scan : null;
    }),
    scans: locked('scans', async ({ owner, lock }, siteId, page, signal) => {
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
    }),
    models: locked('models', async ({ owner, lock }, siteId, scope, signal) =>
      store.models(owner, siteId, await narrow(scope, owner, lock), signal),
    ),
    vocabulary: locked('vocabulary', async ({ owner, lock }, siteId, scanId) => {
      if (!(await store.site(owner, siteId))) return null;
      const scan = scanId === null ? null : await store.scan(owner, siteId, scanId);
      if (scanId !== null && !(scan && isShownScan(scan, lock))) return null;
      const measurements = await measurementsOf(owner, lock);
      if (scanId === null) return readVocabulary(owner, siteId, measurements);
      const measuredInScan = measurements.scans.get(scanId) ?? noMeasurements.whole;
      const prompts = await readPrompts(owner, siteId, measuredInScan.prompts);
      return { ...vocabularyOf(prompts, measuredInScan), brandIds: [...measuredInScan.brands] };
    }),

    timeline: locked('timeline', async ({ owner, lock }, siteId, scope, signal) =>
      store.timeline(owner, siteId, await narrow(scope, owner, lock), signal),
    ),
    counts: locked('counts', async ({ owner, lock }, siteId, scope, signal) => {
      const hiddenIds = await readHiddenBrandIds(owner, lock);
      const counts = await store.counts(owner, siteId, await narrow(scope, owner, lock), signal);
      return {
        ...counts,
        firstMentions: counts.firstMentions.filter(({ brandId }) => !hiddenIds.has(brandId)),
      };
    }),
    sources: locked('sources', async ({ owner, lock }, siteId, scope, signal) => {
      const narrowed = await narrow(scope, owner, lock, toAnswerLock(lock));
      return store.sources(owner, siteId, narrowed, signal);
    }),
    pages: locked('pages', async ({ owner, lock }, siteId, scope, domain, signal) => {
      const narrowed = await narrow(scope, owner, lock, toAnswerLock(lock));
      return store.pages(owner, siteId, narrowed, domain, signal);
    }),
    answers: locked('answers', async ({ owner, lock }, siteId, search, page, signal) => {
      const hiddenIds = await readHiddenBrandIds(owner, lock);
      const narrowed = await narrow(search, owner, lock, toAnswerLock(lock));
      const answers = await store.answers(owner, siteId, narrowed, page, signal);
      return answers.map((answer) => removeBrands(answer, hiddenIds));
    }),
    answer: locked('answer', async (shared, siteId, identity, signal) => {
      const { owner, lock } = shared;
      const answer = await store.answer(owner, siteId, identity, signal);
      const isShown =
        answer &&
        matchesPlatformAndRegion(answer, lock) &&
        isOnDays(utcDay(answer.at), toAnswerLock(lock));
      if (!isShown || !(await promptsOf(shared)).has(answer.promptId)) return null;
      return removeBrands(answer, await readHiddenBrandIds(owner, lock));
    }),

    recommendations: hidden('recommendations', []),
    recommendation: hidden('recommendation', null),
    notes: hidden('notes', []),
    addNote: hidden('addNote', 'absent'),
  };
}

/**
 * Creates a store whose calls obey the lock of their tenant: anything that a share does not include does not exist for
 * the share. Calls of tenants without a lock are passed on unchanged.
 */
export function createLockedStore(store: Store): Store {
  // Everything else is inherited from the store.
  const lockedStore: Store = Object.assign(Object.create(store), createLockedCalls(store));
  return lockedStore;
}
