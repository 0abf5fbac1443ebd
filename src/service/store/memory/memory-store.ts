import { byClassificationField } from '../../../contract/classifications.ts';
import type { LabelledValue } from '../../../contract/fields.ts';
import { maxNotesPerRecommendation, maxNotesReturned } from '../../../contract/resources.ts';
import { type AuditQuery, type AuditRecord, AuditTrail } from '../audit.ts';
import { compareBrands } from '../brand-order.ts';
import { keepRestrictions } from '../key-restrictions.ts';
import { pageOfPrompts } from '../prompt-order.ts';
import type { KeyRecord, NoteRecord, PromptRecord, SiteRecord } from '../records.ts';
import {
  type IssuedKey,
  type PageRequest,
  type SignIns,
  type Store,
  StoreUnavailable,
  type Tenant,
  type Vocabulary,
} from '../store.ts';
import { answerOf, answersOf } from './answers.ts';
import { createImportQueue, createLookups } from './imports.ts';
import { measuredScansOf } from './scan-rows.ts';
import { listedSiteOf, listedSitesOf, overviewOf } from './site-rows.ts';
import { countSources } from './sources.ts';
import { emptyTables, type Tables, withImport } from './tables.ts';
import { countAnswers, countTimeline } from './timeline.ts';
import { isClientVisible, isSiteVisible, pageNewestFirst } from './visibility.ts';

const distinct = (values: readonly string[]) => [...new Set(values)];

function distinctLabels(values: readonly LabelledValue[]): LabelledValue[] {
  return [
    ...new Map(values.map((each) => [JSON.stringify([each.value, each.label]), each])).values(),
  ];
}

/** For a scan, only values that its answers use; for a site, those of all its answers and prompts. */
function vocabularyOf(tables: Tables, siteId: string, scanId: string | null): Vocabulary {
  const answers = [...tables.answers.values()].filter(
    (answer) => answer.siteId === siteId && (scanId === null || answer.scanId === scanId),
  );
  const answeredPrompts = new Set(answers.map((answer) => answer.promptId));
  const prompts: PromptRecord[] = [...tables.prompts.values()].filter(
    (prompt) => prompt.siteId === siteId && (scanId === null || answeredPrompts.has(prompt.id)),
  );
  return {
    platforms: distinct(answers.map((answer) => answer.platform)),
    regions: distinct(answers.map((answer) => answer.region)),
    tags: distinct(prompts.flatMap((prompt) => prompt.tags)),
    categories: distinct(prompts.map((prompt) => prompt.category)),
    ...byClassificationField((field) => distinctLabels(prompts.flatMap((prompt) => prompt[field]))),
    mentionsTracked: [...new Set(prompts.map((prompt) => prompt.mentionsTracked))],
    brandIds: scanId === null ? null : distinct(answers.flatMap((answer) => answer.brandIds)),
  };
}

const newestNotes: PageRequest = { after: null, limit: maxNotesReturned };
const pageOfNotes = (notes: readonly NoteRecord[], page: PageRequest): NoteRecord[] =>
  pageNewestFirst(
    notes.map((note) => ({ id: note.activityId, createdAt: note.createdAt, note })),
    page,
  ).map(({ note }) => note);

/** Whether an audit line matches the query. */
function matches(record: AuditRecord, query: AuditQuery): boolean {
  const { from = record.at, before = record.at + 1 } = query;
  const { accountId = record.accountId, clientId = record.clientId, keyId = record.keyId } = query;
  return (
    record.accountId === accountId &&
    record.clientId === clientId &&
    record.keyId === keyId &&
    record.at >= from &&
    record.at < before
  );
}

/** Implements `Store.signIns`. */
function countSignIns(records: readonly AuditRecord[], keys: readonly IssuedKey[]) {
  const accounts = new Map(keys.map(({ id, accountId }) => [id, accountId]));
  const found = new Map<string, SignIns>();
  for (const { action, accountId, keyId, times, at } of records) {
    if (action !== 'signed in' || keyId === null || accounts.get(keyId) !== accountId) continue;
    const before = found.get(keyId) ?? { times: 0, lastAt: at };
    found.set(keyId, { times: before.times + times, lastAt: Math.max(before.lastAt, at) });
  }
  return found;
}

/**
 * A store in memory, which ends with the process. It is the executable specification of `Store`: every other store must
 * return the same results.
 */
export function createMemoryStore(): Store {
  let tables = emptyTables;
  let version = 0;
  let isClosed = false;
  const keys = new Map<string, KeyRecord>();
  const notes: NoteRecord[] = [];
  const audit: AuditRecord[] = [];
  const trail = new AuditTrail(async (records) => {
    audit.push(...records);
  });

  const visibleSite = (tenant: Tenant, siteId: string): SiteRecord | null => {
    const site = tables.sites.get(siteId);
    return site && isSiteVisible(tenant, site) ? site : null;
  };
  /** The record with an ID, if it belongs to a site that the tenant can see. */
  const recordOfVisibleSite = <T extends { siteId: string }>(
    records: ReadonlyMap<string, T>,
    tenant: Tenant,
    siteId: string,
    id: string,
  ): T | null => {
    const record = records.get(id);
    return record?.siteId === siteId && visibleSite(tenant, siteId) ? record : null;
  };
  const promptsOf = (tenant: Tenant, siteId: string): PromptRecord[] =>
    visibleSite(tenant, siteId)
      ? [...tables.prompts.values()].filter((prompt) => prompt.siteId === siteId)
      : [];
  const notesOf = (siteId: string, recommendationId: string): NoteRecord[] =>
    notes.filter((note) => note.siteId === siteId && note.recommendationId === recommendationId);

  return {
    name: 'memory',

    async clients(tenant, page) {
      const visible = [...tables.clients.values()].filter((each) => isClientVisible(tenant, each));
      return pageNewestFirst(visible, page).map(
        ({ logo, accent, reportName, ...listed }) => listed,
      );
    },
    async hasClient(tenant, clientId) {
      const client = tables.clients.get(clientId);
      return client !== undefined && isClientVisible(tenant, client);
    },
    async sites(tenant, clientId, page) {
      const visible = [...tables.sites.values()].filter(
        (site) => isSiteVisible(tenant, site) && site.clientId === clientId && site.active,
      );
      return pageNewestFirst(visible, page);
    },
    async site(tenant, siteId) {
      const site = visibleSite(tenant, siteId);
      if (!site) return null;
      const brands = [...tables.brands.values()].filter((brand) => brand.siteId === siteId);
      return { site, brands: brands.sort(compareBrands) };
    },
    async listedSites(tenant, words, page) {
      return listedSitesOf(tables, tenant, words, page);
    },
    async listedSite(tenant, siteId) {
      const site = visibleSite(tenant, siteId);
      return site && listedSiteOf(tables, site);
    },
    async branding(tenant, siteId) {
      const client = tables.clients.get(visibleSite(tenant, siteId)?.clientId ?? '');
      if (!client || !isClientVisible(tenant, client)) return null;
      const { logo, accent, reportName } = client;
      return { logo, accent, reportName };
    },
    async overview(tenant, page, scansPerSite) {
      return overviewOf(tables, tenant, page, scansPerSite);
    },
    async prompt(tenant, siteId, promptId) {
      return recordOfVisibleSite(tables.prompts, tenant, siteId, promptId);
    },
    async prompts(tenant, siteId, words, page) {
      const prompts = promptsOf(tenant, siteId);
      const ids = pageOfPrompts(prompts, words, page);
      return ids.flatMap((id) => tables.prompts.get(id) ?? []);
    },
    async promptTexts(tenant, siteId) {
      return new Map(promptsOf(tenant, siteId).map(({ id, text }) => [id, text]));
    },
    async scan(tenant, siteId, scanId) {
      return recordOfVisibleSite(tables.scans, tenant, siteId, scanId);
    },
    async scans(tenant, siteId, page) {
      return visibleSite(tenant, siteId) ? measuredScansOf(tables, siteId, page) : [];
    },
    async vocabulary(tenant, siteId, scanId) {
      if (!visibleSite(tenant, siteId)) return null;
      if (scanId !== null && tables.scans.get(scanId)?.siteId !== siteId) return null;
      return vocabularyOf(tables, siteId, scanId);
    },
    async timeline(tenant, siteId, scope) {
      const seen = visibleSite(tenant, siteId) ? tables : emptyTables;
      return countTimeline(seen, siteId, scope);
    },
    async counts(tenant, siteId, scope) {
      return visibleSite(tenant, siteId) ? countAnswers(tables, siteId, scope) : [];
    },
    async answers(tenant, siteId, search, page) {
      return visibleSite(tenant, siteId) ? answersOf(tables, siteId, search, page) : [];
    },
    async answer(tenant, siteId, place) {
      return visibleSite(tenant, siteId) ? answerOf(tables, siteId, place) : null;
    },
    async sources(tenant, siteId, scope) {
      return countSources(visibleSite(tenant, siteId) ? tables : emptyTables, siteId, scope);
    },
    async recommendations(tenant, siteId, page) {
      if (!visibleSite(tenant, siteId)) return [];
      const ofSite = [...tables.recommendations.values()].filter((each) => each.siteId === siteId);
      const noted = ofSite.map((each) => ({ ...each, notes: notesOf(siteId, each.id).length }));
      return pageNewestFirst(noted, page);
    },
    async recommendation(tenant, siteId, id) {
      return recordOfVisibleSite(tables.recommendations, tenant, siteId, id);
    },
    async notes(tenant, siteId, recommendationId, page = newestNotes) {
      if (!recordOfVisibleSite(tables.recommendations, tenant, siteId, recommendationId)) return [];
      return pageOfNotes(notesOf(siteId, recommendationId), page);
    },
    async addNote(tenant, note) {
      const { siteId, recommendationId } = note;
      if (!recordOfVisibleSite(tables.recommendations, tenant, siteId, recommendationId))
        return 'absent';
      const earlier = notesOf(siteId, recommendationId);
      if (earlier.length >= maxNotesPerRecommendation) return 'full';
      notes.push({ ...note });
      return [note, ...pageOfNotes(earlier, newestNotes)].slice(0, maxNotesReturned);
    },

    async keyByDigest(digest) {
      return [...keys.values()].find((key) => key.digest === digest) ?? null;
    },
    async keys() {
      return [...keys.values()];
    },
    async putKeys(...records) {
      for (const key of records) {
        keys.set(key.id, keepRestrictions(key, keys.get(key.id)));
      }
    },
    revokeKeyInMemory(id, at) {
      const key = keys.get(id);
      if (key) keys.set(id, { ...key, revokedAt: key.revokedAt ?? at });
    },
    async recordKeyUses(uses) {
      for (const [id, at] of uses) {
        const key = keys.get(id);
        if (key) keys.set(id, { ...key, lastUsedAt: Math.max(at, key.lastUsedAt ?? at) });
      }
    },

    async signIns(issuedKeys) {
      await trail.flush();
      return countSignIns(audit, issuedKeys);
    },
    recordAudit: (record) => trail.add(record),
    async audit(query) {
      await trail.flush();
      return audit.filter((record) => matches(record, query)).slice(-query.limit);
    },

    async dataVersion() {
      return String(version);
    },
    lookups: createLookups(() => tables),
    beginImport: createImportQueue(
      () => tables,
      (written) => {
        tables = withImport(tables, written);
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
