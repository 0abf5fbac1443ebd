import { noPages } from '../../page-rows.ts';
import { noAnswerCounts } from '../../scan-rows.ts';
import { noSources } from '../../source-rows.ts';
import type { Store, Tenant, TimelineCounts } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import { readAnswer, readAnswers } from './answers.ts';
import { CatalogueCache } from './catalogue-cache.ts';
import { countAnswers } from './counts.ts';
import type { DataVersions } from './data-versions.ts';
import { readModels } from './models.ts';
import { countPages } from './pages.ts';
import { readPrompts, readPromptTexts } from './prompt-rows.ts';
import {
  hasClient,
  readBranding,
  readClients,
  readPrompt,
  readRecommendation,
  readScan,
  readSites,
  readVocabulary,
} from './reads.ts';
import { readRecommendations } from './recommendations.ts';
import { readMeasuredScans } from './scan-rows.ts';
import { readSiteCatalogue } from './site-catalogue.ts';
import { readListedSite, readListedSites, readOverview } from './site-rows.ts';
import { countSources } from './sources.ts';
import { countTimeline } from './timeline.ts';

/** The timeline of a site that does not exist for the tenant. */
const noTimeline: TimelineCounts = {
  scans: [],
  answers: { scan: [], group: [], answers: [], mentions: [] },
  brands: { scan: [], group: [], brandId: [], mentions: [], sentiments: [], sentimentSum: [] },
};

/** The store's methods that read imported data. */
type ImportedReads = Pick<
  Store,
  | 'clients'
  | 'hasClient'
  | 'sites'
  | 'site'
  | 'listedSites'
  | 'listedSite'
  | 'branding'
  | 'overview'
  | 'prompt'
  | 'prompts'
  | 'promptTexts'
  | 'scan'
  | 'scans'
  | 'models'
  | 'vocabulary'
  | 'timeline'
  | 'counts'
  | 'answers'
  | 'answer'
  | 'sources'
  | 'pages'
  | 'recommendations'
  | 'recommendation'
>;

/**
 * Creates the methods that read imported data. Each reads one version of the data, and only what exists for its tenant.
 * @param requireVersions resolves to the current versions once the store is prepared; rejects if it is damaged or its
 * server cannot be reached.
 */
export function createImportedReads(
  engine: Engine,
  requireVersions: () => Promise<DataVersions>,
): ImportedReads {
  const catalogues = new CatalogueCache();
  const requireNewestVersion = async (): Promise<number> => (await requireVersions()).newest;
  const catalogueOf = (tenant: Tenant, siteId: string, versions: DataVersions) =>
    catalogues.get(tenant, siteId, versions.versionOfSite(siteId), () =>
      readSiteCatalogue(engine, tenant, siteId, versions.newest),
    );

  return {
    async clients(tenant, page) {
      return readClients(engine, tenant, page, await requireNewestVersion());
    },
    async hasClient(tenant, clientId) {
      return hasClient(engine, tenant, clientId, await requireNewestVersion());
    },
    async sites(tenant, clientId, page) {
      return readSites(engine, tenant, clientId, page, await requireNewestVersion());
    },
    async site(tenant, siteId) {
      return (await catalogueOf(tenant, siteId, await requireVersions()))?.details ?? null;
    },
    async listedSites(tenant, words, page) {
      return readListedSites(
        { engine, tenant, version: await requireNewestVersion() },
        words,
        page,
      );
    },
    async listedSite(tenant, siteId) {
      return readListedSite({ engine, tenant, version: await requireNewestVersion() }, siteId);
    },
    async branding(tenant, siteId) {
      return readBranding(engine, tenant, siteId, await requireNewestVersion());
    },
    async overview(tenant, page, scansPerSite, signal) {
      return readOverview(
        { engine, tenant, version: await requireNewestVersion(), signal },
        page,
        scansPerSite,
      );
    },
    async prompt(tenant, siteId, promptId) {
      return readPrompt(engine, tenant, siteId, promptId, await requireNewestVersion());
    },
    async prompts(tenant, siteId, words, page, signal) {
      return readPrompts(
        { engine, tenant, siteId, version: await requireNewestVersion(), signal },
        words,
        page,
      );
    },
    async promptTexts(tenant, siteId, signal) {
      return readPromptTexts({
        engine,
        tenant,
        siteId,
        version: await requireNewestVersion(),
        signal,
      });
    },
    async scan(tenant, siteId, scanId) {
      return readScan(engine, tenant, siteId, scanId, await requireNewestVersion());
    },
    async scans(tenant, siteId, page, signal) {
      return readMeasuredScans(engine, tenant, siteId, page, {
        version: await requireNewestVersion(),
        signal,
      });
    },
    async models(tenant, siteId, scope, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      return catalogue
        ? readModels(engine, tenant, catalogue, scope, { version, signal })
        : new Map();
    },
    async vocabulary(tenant, siteId, scanId, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      if (!catalogue) return null;
      if (scanId !== null && !(await readScan(engine, tenant, siteId, scanId, version)))
        return null;
      return readVocabulary(engine, tenant, siteId, scanId, {
        brandIdOf: catalogue.brandIdOf,
        version,
        signal,
      });
    },
    async timeline(tenant, siteId, scope, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      return catalogue
        ? countTimeline(engine, tenant, catalogue, scope, { version, signal })
        : noTimeline;
    },
    async counts(tenant, siteId, scope, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      return catalogue
        ? countAnswers(engine, tenant, catalogue, scope, { version, signal })
        : noAnswerCounts;
    },
    async answers(tenant, siteId, search, page, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      if (!catalogue) return [];
      return readAnswers({ engine, tenant, catalogue, version, signal }, search, page);
    },
    async answer(tenant, siteId, identity, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      return catalogue && readAnswer({ engine, tenant, catalogue, version, signal }, identity);
    },
    async sources(tenant, siteId, scope, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      return catalogue
        ? countSources(engine, tenant, catalogue, scope, { version, signal })
        : noSources;
    },
    async pages(tenant, siteId, scope, domain, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      return catalogue
        ? countPages({ engine, tenant, catalogue, version, signal }, scope, domain)
        : noPages;
    },
    async recommendations(tenant, siteId, page) {
      return readRecommendations(engine, tenant, siteId, page, await requireNewestVersion());
    },
    async recommendation(tenant, siteId, recommendationId) {
      return readRecommendation(
        engine,
        tenant,
        siteId,
        recommendationId,
        await requireNewestVersion(),
      );
    },
  };
}
