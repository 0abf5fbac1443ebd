import { utcDay } from '../../contract/dates/days.ts';
import type { Ledger } from '../store/ledger.ts';
import type { ScanRecord } from '../store/records.ts';
import { isOnDays, scanDayOf } from '../store/scan-day.ts';
import type { MeasuredScan } from '../store/scan-rows.ts';
import type { ShareFilter } from '../store/share-filter.ts';
import { hasWords } from '../store/site-search.ts';
import type { AnswerSearch, FoundAnswer, Store, Tenant } from '../store/store.ts';
import { matchesPlatformAndRegion, scopeOf, toAnswerFilter } from './share-filter.ts';
import { createShareReader, filterValuesOf, ownerTenantOf, splitBrands } from './share-reader.ts';
import { noMeasurements } from './shown-measurements.ts';

/** The calls of a store on behalf of a tenant. The compiler requires a locked version of each. */
type TenantCall = {
  [K in keyof Store]: Store[K] extends (...args: infer Args) => unknown
    ? Args extends [tenant: Tenant, ...rest: unknown[]]
      ? K
      : never
    : never;
}[keyof Store];
/** The same calls of a ledger. */
type LedgerTenantCalls = {
  [K in keyof Ledger as Ledger[K] extends (...args: infer Args) => unknown
    ? Args extends [tenant: Tenant, ...rest: unknown[]]
      ? K
      : never
    : never]: Ledger[K];
};
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
  shareFilter: ShareFilter;
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
    places: shownIndexes.flatMap((index) => answer.places[index] ?? []),
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

const isShownScan = (scan: ScanRecord, shareFilter: ShareFilter) =>
  isOnDays(scanDayOf(scan), shareFilter);

/** Creates the store's calls that obey the share filter of their tenant. */
function createFilteredCalls(store: Store): TenantCalls {
  const {
    measurementsOf,
    readHiddenBrandIds,
    readPrompts,
    readShownSite,
    readFilterValues,
    narrow,
  } = createShareReader(store);
  const calls: TenantCalls = store;
  const siteCalls: { [K in SiteCall]: CallOfSite<K> } = store;
  /** A call whose result for shares never depends on the store. */
  const hidden =
    <K extends TenantCall>(name: K, result: Results[K]): Call<K> =>
    async (tenant, ...args) =>
      tenant.shareFilter ? result : calls[name](tenant, ...args);
  /** @param read carries out the call for shares. */
  const filtered =
    <K extends SiteCall>(
      name: K,
      read: (shared: SharedRead, siteId: string, ...args: SiteArguments[K]) => Promise<Results[K]>,
    ): CallOfSite<K> =>
    async (tenant, siteId, ...args) => {
      const { shareFilter } = tenant;
      if (!shareFilter) return siteCalls[name](tenant, siteId, ...args);
      return read(
        { shareFilter, owner: ownerTenantOf(tenant, shareFilter, siteId) },
        siteId,
        ...args,
      );
    };
  /** Failed scans are left out, since no page of a share says that they failed. */
  const narrowSearch = (search: AnswerSearch, owner: Tenant, shareFilter: ShareFilter) =>
    narrow({ ...search, excludesFailed: true }, owner, shareFilter, toAnswerFilter(shareFilter));
  /** The prompts that a share shows. */
  const promptsOf = async ({ owner, shareFilter }: SharedRead) =>
    (await measurementsOf(owner, shareFilter)).whole.prompts;

  return {
    clients: hidden('clients', []),
    hasClient: hidden('hasClient', false),
    client: hidden('client', null),
    clientCount: hidden('clientCount', 0),
    sites: hidden('sites', []),
    site: filtered('site', async ({ owner, shareFilter }, siteId) => {
      const details = await store.site(owner, siteId);
      return details && { ...details, brands: splitBrands(details.brands, shareFilter).shown };
    }),
    async listedSites(tenant, words, page) {
      const { shareFilter } = tenant;
      if (!shareFilter) return store.listedSites(tenant, words, page);
      const site = page.after === null ? await readShownSite(tenant, shareFilter) : null;
      const matchesWords = site && hasWords(words, [site.name, site.url, site.clientName ?? '']);
      return matchesWords && site.active ? [site] : [];
    },
    listedSite: filtered('listedSite', async ({ owner, shareFilter }, siteId) =>
      siteId === shareFilter.siteId ? readShownSite(owner, shareFilter) : null,
    ),
    branding: filtered('branding', ({ owner }, siteId) => store.branding(owner, siteId)),
    // The progress covers every site of the account.
    measuringProgress: hidden('measuringProgress', { sites: 0, measured: 0 }),
    // An overview's figures include every answer, even those that a share filter excludes, so a share gets none.
    overview: hidden('overview', []),

    prompt: filtered('prompt', async (shared, siteId, promptId) =>
      (await promptsOf(shared)).has(promptId) ? store.prompt(shared.owner, siteId, promptId) : null,
    ),
    prompts: filtered('prompts', async (shared, siteId, words, page, signal) => {
      const allowedIds = await promptsOf(shared);
      return store.prompts(shared.owner, siteId, words, { ...page, allowedIds }, signal);
    }),
    promptTexts: filtered('promptTexts', async (shared, siteId, signal) => {
      const prompts = await promptsOf(shared);
      const texts = await store.promptTexts(shared.owner, siteId, signal);
      return new Map([...texts].filter(([id]) => prompts.has(id)));
    }),

    // The endpoints of the set-up do not exist for shares.
    setupPrompts: hidden('setupPrompts', []),
    scan: filtered('scan', async ({ owner, shareFilter }, siteId, scanId) => {
      const scan = await store.scan(owner, siteId, scanId);
      return scan && isShownScan(scan, shareFilter) ? scan : null;
    }),
    scans: filtered('scans', async ({ owner, shareFilter }, siteId, page, signal) => {
      const [{ scans }, { scans: countedScans }] = await Promise.all([
        measurementsOf(owner, shareFilter),
        store.counts(owner, siteId, scopeOf(shareFilter), signal),
      ]);
      const counts = new Map(countedScans.map((scan) => [scan.id, scan]));
      const shownScans = await readShownScans(
        page.limit,
        (scan) => isShownScan(scan, shareFilter),
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
    models: filtered('models', async ({ owner, shareFilter }, siteId, scope, signal) =>
      store.models(owner, siteId, await narrow(scope, owner, shareFilter), signal),
    ),
    filterValues: filtered('filterValues', async ({ owner, shareFilter }, siteId, scanId) => {
      if (!(await store.site(owner, siteId))) return null;
      const scan = scanId === null ? null : await store.scan(owner, siteId, scanId);
      if (scanId !== null && !(scan && isShownScan(scan, shareFilter))) return null;
      const measurements = await measurementsOf(owner, shareFilter);
      if (scanId === null) return readFilterValues(owner, siteId, measurements);
      const measuredInScan = measurements.scans.get(scanId) ?? noMeasurements.whole;
      const prompts = await readPrompts(owner, siteId, measuredInScan.prompts);
      return { ...filterValuesOf(prompts, measuredInScan), brandIds: [...measuredInScan.brands] };
    }),

    timeline: filtered('timeline', async ({ owner, shareFilter }, siteId, scope, signal) =>
      store.timeline(owner, siteId, await narrow(scope, owner, shareFilter), signal),
    ),
    counts: filtered('counts', async ({ owner, shareFilter }, siteId, scope, signal) => {
      const hiddenIds = await readHiddenBrandIds(owner, shareFilter);
      const counts = await store.counts(
        owner,
        siteId,
        await narrow(scope, owner, shareFilter),
        signal,
      );
      return {
        ...counts,
        firstMentions: counts.firstMentions.filter(({ brandId }) => !hiddenIds.has(brandId)),
      };
    }),
    sources: filtered('sources', async ({ owner, shareFilter }, siteId, scope, signal) => {
      const narrowed = await narrow(scope, owner, shareFilter, toAnswerFilter(shareFilter));
      return store.sources(owner, siteId, narrowed, signal);
    }),
    pages: filtered('pages', async ({ owner, shareFilter }, siteId, scope, domain, signal) => {
      const narrowed = await narrow(scope, owner, shareFilter, toAnswerFilter(shareFilter));
      return store.pages(owner, siteId, narrowed, domain, signal);
    }),
    searches: filtered('searches', async ({ owner, shareFilter }, siteId, scope, signal) => {
      const narrowed = await narrow(scope, owner, shareFilter, toAnswerFilter(shareFilter));
      return store.searches(owner, siteId, narrowed, signal);
    }),
    answers: filtered('answers', async ({ owner, shareFilter }, siteId, search, page, signal) => {
      const hiddenIds = await readHiddenBrandIds(owner, shareFilter);
      const narrowed = await narrowSearch(search, owner, shareFilter);
      const answers = await store.answers(owner, siteId, narrowed, page, signal);
      return answers.map((answer) => removeBrands(answer, hiddenIds));
    }),
    firstAnswers: filtered('firstAnswers', async (shared, siteId, search, limit, signal) => {
      const { owner, shareFilter } = shared;
      const hiddenIds = await readHiddenBrandIds(owner, shareFilter);
      const narrowed = await narrowSearch(search, owner, shareFilter);
      const { answers, total } = await store.firstAnswers(owner, siteId, narrowed, limit, signal);
      return { answers: answers.map((answer) => removeBrands(answer, hiddenIds)), total };
    }),
    answer: filtered('answer', async (shared, siteId, identity, signal) => {
      const { owner, shareFilter } = shared;
      const answer = await store.answer(owner, siteId, identity, signal);
      const scan = await store.scan(owner, siteId, identity.scanId);
      const isShown =
        answer &&
        scan?.status === 'completed' &&
        matchesPlatformAndRegion(answer, shareFilter) &&
        isOnDays(utcDay(answer.at), toAnswerFilter(shareFilter));
      if (!isShown || !(await promptsOf(shared)).has(answer.promptId)) return null;
      return removeBrands(answer, await readHiddenBrandIds(owner, shareFilter));
    }),

    recommendations: hidden('recommendations', []),
    recommendation: hidden('recommendation', null),
    notes: hidden('notes', []),
    note: hidden('note', null),
    addNote: hidden('addNote', 'absent'),
    changeNote: hidden('changeNote', 'absent'),
    removeNote: hidden('removeNote', false),
  };
}

/** Creates a ledger that has nothing for shares, which never show scans that the service runs. */
function createFilteredLedger(ledger: Ledger): Ledger {
  const hidden =
    <Args extends unknown[], Result>(
      read: (tenant: Tenant, ...args: Args) => Promise<Result>,
      nothing: Result,
    ) =>
    async (tenant: Tenant, ...args: Args): Promise<Result> =>
      tenant.shareFilter ? nothing : read(tenant, ...args);
  const filteredCalls: LedgerTenantCalls = {
    scans: hidden(ledger.scans, []),
    scan: hidden(ledger.scan, null),
    newestScanId: hidden(ledger.newestScanId, null),
    runningScans: hidden(ledger.runningScans, []),
    lastEnd: hidden(ledger.lastEnd, null),
    failedScans: hidden(ledger.failedScans, []),
    progress: hidden(ledger.progress, []),
    messages: hidden(ledger.messages, []),
    failedRegions: hidden(ledger.failedRegions, []),
    rawResponse: hidden(ledger.rawResponse, null),
  };
  return { ...ledger, ...filteredCalls };
}

/**
 * Creates a store whose calls obey the share filter of their tenant: anything that a share does not include does not
 * exist for the share. Calls of tenants without a share filter are passed on unchanged.
 */
export function createFilteredStore(store: Store): Store {
  // Everything else is inherited from the store.
  const filteredStore: Store = Object.assign(Object.create(store), createFilteredCalls(store), {
    ledger: createFilteredLedger(store.ledger),
  });
  return filteredStore;
}
