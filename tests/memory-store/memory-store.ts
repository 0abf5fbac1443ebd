import { compareBrands } from '../../src/service/store/brand-order.ts';
import { pageOfPrompts } from '../../src/service/store/prompt-order.ts';
import type { FormerOwner, NoteRecord, PromptRecord } from '../../src/service/store/records.ts';
import { noAnswerCounts } from '../../src/service/store/scan-rows.ts';
import { type Store, StoreUnavailable, type Tenant } from '../../src/service/store/store.ts';
import { answerOf, answersOf, firstAnswersOf } from './answers.ts';
import { emptyLedger } from './empty-ledger.ts';
import { filterValuesOf } from './filter-values.ts';
import { createImportQueue, createLookups, formerOwnersOf } from './imports.ts';
import { createNotes, removeNotesOf } from './notes.ts';
import { createOperatorReads } from './operator-reads.ts';
import { countPages } from './pages.ts';
import { measuredScansOf, modelsOf } from './scan-rows.ts';
import { countSearches } from './searches.ts';
import { createSignIn } from './sign-in.ts';
import { listedSiteOf, listedSitesOf, overviewOf } from './site-rows.ts';
import { countSources } from './sources.ts';
import { emptyTables, withImport } from './tables.ts';
import { countAnswers, countTimeline } from './timeline.ts';
import {
  findVisibleRecord,
  findVisibleSite,
  isClientVisible,
  isSiteVisible,
  pageNewestFirst,
} from './visibility.ts';

/**
 * Creates a store in memory, whose data is lost when the process ends. Its figures are the executable specification of
 * those of `Store`: the reads of every other store must return the same. The rest is as little as lets tests of other
 * things run: lists without what only stores guarantee, keys and an audit trail as they were put, and no scans.
 */
export function createMemoryStore(): Store {
  let tables = emptyTables;
  const notes: NoteRecord[] = [];
  const formerOwners = new Map<string, FormerOwner>();
  let version = 0;
  let isClosed = false;

  const clientsOf = (tenant: Tenant) =>
    [...tables.clients.values()].filter((client) => isClientVisible(tenant, client));
  const sitesOf = (tenant: Tenant) =>
    [...tables.sites.values()].filter((site) => isSiteVisible(tenant, site));
  const promptsOf = (tenant: Tenant, siteId: string): PromptRecord[] =>
    findVisibleSite(tables, tenant, siteId)
      ? [...tables.prompts.values()].filter((prompt) => prompt.siteId === siteId)
      : [];

  return {
    name: 'memory',

    async clients(tenant, page) {
      return pageNewestFirst(clientsOf(tenant), page).map(
        ({ logo, accent, reportName, ...listed }) => listed,
      );
    },
    hasClient: async (tenant, clientId) => clientsOf(tenant).some(({ id }) => id === clientId),
    async client(tenant, clientId) {
      const client = clientsOf(tenant).find(({ id }) => id === clientId);
      if (!client) return null;
      const sites = sitesOf(tenant).filter((site) => site.clientId === clientId);
      const archivedSites = sites
        .filter(({ active }) => !active)
        .map(({ id, name }) => ({ id, name }));
      return { ...client, sites: sites.length, archivedSites };
    },
    clientCount: async (tenant) => clientsOf(tenant).length,
    async sites(tenant, clientId, page) {
      const sites = sitesOf(tenant).filter((site) => site.clientId === clientId && site.active);
      return pageNewestFirst(sites, page);
    },
    async site(tenant, siteId) {
      const site = findVisibleSite(tables, tenant, siteId);
      if (!site) return null;
      const brands = [...tables.brands.values()].filter((brand) => brand.siteId === siteId);
      return { site, brands: brands.sort(compareBrands) };
    },
    listedSites: async (...query) => listedSitesOf(tables, ...query),
    async listedSite(tenant, siteId) {
      const site = findVisibleSite(tables, tenant, siteId);
      return site && listedSiteOf(tables, site);
    },
    async branding(tenant, siteId) {
      const client = tables.clients.get(findVisibleSite(tables, tenant, siteId)?.clientId ?? '');
      if (!client || !isClientVisible(tenant, client)) return null;
      const { name, logo, accent, reportName } = client;
      return { name, logo, accent, reportName };
    },
    overview: async (tenant, page, scansPerSite) => overviewOf(tables, tenant, page, scansPerSite),
    prompt: async (...identity) => findVisibleRecord(tables, 'prompts', ...identity),
    async prompts(tenant, siteId, words, page) {
      const prompts = promptsOf(tenant, siteId);
      const ids = await pageOfPrompts(prompts, words, page);
      return ids.flatMap((id) => tables.prompts.get(id) ?? []);
    },
    async promptTexts(tenant, siteId) {
      return new Map(promptsOf(tenant, siteId).map(({ id, text }) => [id, text]));
    },
    async setupPrompts(tenant, siteId) {
      const answeredIds = new Set([...tables.answers.values()].map(({ promptId }) => promptId));
      return promptsOf(tenant, siteId).map((prompt) => ({
        ...prompt,
        hasAnswers: answeredIds.has(prompt.id),
      }));
    },
    scan: async (...identity) => findVisibleRecord(tables, 'scans', ...identity),
    async scans(tenant, siteId, page) {
      return findVisibleSite(tables, tenant, siteId) ? measuredScansOf(tables, siteId, page) : [];
    },
    async models(tenant, siteId, scope) {
      return findVisibleSite(tables, tenant, siteId) ? modelsOf(tables, siteId, scope) : new Map();
    },
    async filterValues(tenant, siteId, scanId) {
      if (!findVisibleSite(tables, tenant, siteId)) return null;
      if (scanId !== null && tables.scans.get(scanId)?.siteId !== siteId) return null;
      return filterValuesOf(tables, siteId, scanId);
    },
    async timeline(tenant, siteId, scope) {
      const visibleTables = findVisibleSite(tables, tenant, siteId) ? tables : emptyTables;
      return countTimeline(visibleTables, siteId, scope);
    },
    async counts(tenant, siteId, scope) {
      return findVisibleSite(tables, tenant, siteId)
        ? countAnswers(tables, siteId, scope)
        : noAnswerCounts;
    },
    async answers(tenant, siteId, search, page) {
      return findVisibleSite(tables, tenant, siteId) ? answersOf(tables, siteId, search, page) : [];
    },
    async firstAnswers(tenant, siteId, search, limit) {
      return findVisibleSite(tables, tenant, siteId)
        ? firstAnswersOf(tables, siteId, search, limit)
        : { answers: [], total: 0 };
    },
    async answer(tenant, siteId, identity) {
      return findVisibleSite(tables, tenant, siteId) ? answerOf(tables, siteId, identity) : null;
    },
    async sources(tenant, siteId, scope) {
      const visibleTables = findVisibleSite(tables, tenant, siteId) ? tables : emptyTables;
      return countSources(visibleTables, siteId, scope);
    },
    async pages(tenant, siteId, scope, domain) {
      const visibleTables = findVisibleSite(tables, tenant, siteId) ? tables : emptyTables;
      return countPages(visibleTables, siteId, scope, domain);
    },
    async searches(tenant, siteId, scope) {
      const visibleTables = findVisibleSite(tables, tenant, siteId) ? tables : emptyTables;
      return countSearches(visibleTables, siteId, scope);
    },

    ...createNotes(() => tables, notes),
    ...createSignIn(),

    async dataVersion() {
      return String(version);
    },
    lookups: createLookups(() => tables, notes, formerOwners),
    ledger: emptyLedger,
    operatorReads: createOperatorReads(() => tables),
    pendingSites: async () => [],
    isMeasuringAgain: () => false,
    async measuringProgress(tenant) {
      const siteIds = new Set([...tables.scans.values()].map(({ siteId }) => siteId));
      const sites = [...siteIds].filter((id) => findVisibleSite(tables, tenant, id)).length;
      return { sites, measured: sites };
    },
    beginImport: createImportQueue(
      () => tables,
      (importedRecords) => {
        for (const owner of formerOwnersOf(tables, importedRecords.removed))
          formerOwners.set(`${owner.table} ${owner.id}`, owner);
        tables = withImport(tables, importedRecords);
        removeNotesOf(notes, importedRecords.removed);
        notes.push(...importedRecords.notes);
        version += 1;
      },
    ),

    async check() {
      return { version: 0, faults: [], rows: {}, hiddenAnswers: 0 };
    },
    async ping() {
      if (isClosed) throw new StoreUnavailable('The store is closed.');
    },
    async close() {
      isClosed = true;
    },
  };
}
