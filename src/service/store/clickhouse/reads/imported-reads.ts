import { noPages } from '../../page-rows.ts';
import { noAnswerCounts, type ScanModels } from '../../scan-rows.ts';
import { noSearches } from '../../search-rows.ts';
import { noSources } from '../../source-rows.ts';
import type { FirstAnswers, SiteDetails, Store, Tenant, TimelineCounts } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import { readAnswer, readAnswers, readFirstAnswers } from './answers.ts';
import { CatalogueCache } from './catalogue-cache.ts';
import { countAnswers } from './counts.ts';
import type { DataVersions } from './data-versions.ts';
import { readMeasuringProgress } from './measuring.ts';
import { readModels } from './models.ts';
import { readNote, readNotes } from './note-rows.ts';
import { countPages } from './pages.ts';
import { readPrompts, readPromptTexts, readSetupPrompts } from './prompt-rows.ts';
import {
  hasClient,
  readBranding,
  readClient,
  readClientCount,
  readClients,
  readFilterValues,
  readMeasuredScans,
  readPrompt,
  readRecommendation,
  readRecommendations,
  readScan,
  readSites,
} from './reads.ts';
import { countSearches } from './searches.ts';
import { readSiteCatalogue, type SiteReads } from './site-catalogue.ts';
import { readListedSite, readListedSites, readOverview } from './site-rows.ts';
import { countSources } from './sources.ts';
import type { TenantReads } from './tenant.ts';
import { countTimeline } from './timeline.ts';

/** The timeline of a site that does not exist for the tenant. */
const noTimeline: TimelineCounts = {
  scans: [],
  answers: { scan: [], group: [], answers: [], mentions: [] },
  brands: { scan: [], group: [], brandId: [], mentions: [], sentiments: [], sentimentSum: [] },
};

/** The answers of a site that does not exist for the tenant. */
const noFirstAnswers: FirstAnswers = { answers: [], total: 0 };

/** The models of the scans of a site that does not exist for the tenant. */
const noModels: ScanModels = new Map();

/**
 * Creates the store's calls that read imported data. Each reads one version of the data, and only what exists for its
 * tenant.
 * @param requireVersions resolves to the current versions once the store is prepared; rejects if it is damaged or its
 * server cannot be reached.
 */
export function createImportedReads(engine: Engine, requireVersions: () => Promise<DataVersions>) {
  const catalogues = new CatalogueCache();
  /** Makes a call of the store from a read. */
  const forTenant =
    <Args extends unknown[], Result>(
      read: (reads: TenantReads, ...args: Args) => Promise<Result>,
    ) =>
    async (tenant: Tenant, ...args: Args): Promise<Result> =>
      read({ engine, tenant, version: (await requireVersions()).newest }, ...args);
  /**
   * Makes a call of the store from a read of a site.
   * @param absent what the call returns if the site does not exist for the tenant.
   */
  const forSite =
    <Args extends unknown[], Result>(
      read: (reads: SiteReads, ...args: Args) => Promise<Result>,
      absent: Result,
    ) =>
    async (tenant: Tenant, siteId: string, ...args: Args): Promise<Result> => {
      const versions = await requireVersions();
      const reads = { engine, tenant, version: versions.newest };
      const catalogue = await catalogues.get(tenant, siteId, versions.versionOfSite(siteId), () =>
        readSiteCatalogue(reads, siteId),
      );
      return catalogue ? read({ ...reads, catalogue }, ...args) : absent;
    };

  return {
    clients: forTenant(readClients),
    hasClient: forTenant(hasClient),
    client: forTenant(readClient),
    clientCount: forTenant(readClientCount),
    sites: forTenant(readSites),
    site: forSite<[], SiteDetails | null>(async ({ catalogue }) => catalogue.details, null),
    listedSites: forTenant(readListedSites),
    listedSite: forTenant(readListedSite),
    branding: forTenant(readBranding),
    overview: forTenant(readOverview),
    prompt: forTenant(readPrompt),
    prompts: forTenant(readPrompts),
    promptTexts: forTenant(readPromptTexts),
    setupPrompts: forSite(readSetupPrompts, []),
    scan: forTenant(readScan),
    scans: forTenant(readMeasuredScans),
    models: forSite(readModels, noModels),
    filterValues: forSite(readFilterValues, null),
    timeline: forSite(countTimeline, noTimeline),
    counts: forSite(countAnswers, noAnswerCounts),
    answers: forSite(readAnswers, []),
    firstAnswers: forSite(readFirstAnswers, noFirstAnswers),
    answer: forSite(readAnswer, null),
    sources: forSite(countSources, noSources),
    pages: forSite(countPages, noPages),
    searches: forSite(countSearches, noSearches),
    recommendations: forTenant(readRecommendations),
    recommendation: forTenant(readRecommendation),
    notes: forTenant(readNotes),
    note: forTenant(readNote),
    measuringProgress: forTenant(readMeasuringProgress),
  } satisfies Partial<Store>;
}
