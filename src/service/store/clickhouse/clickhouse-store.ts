import * as v from 'valibot';
import { noSources } from '../source-rows.ts';
import { type Store, type StoreCheck, StoreDamaged, type Tenant } from '../store.ts';
import { readAnswer, readAnswers } from './answers.ts';
import { AuditTable } from './audit.ts';
import { CatalogueCache } from './catalogue-cache.ts';
import { checkStore } from './check.ts';
import { countAnswers } from './counts.ts';
import { missingDefinitions } from './damage.ts';
import { DataVersions, readNewestImport } from './data-versions.ts';
import type { Engine } from './engine.ts';
import { ImportQueue } from './import-queue.ts';
import { Journal } from './journal.ts';
import { KeyTable } from './keys.ts';
import type { Layout } from './layout.ts';
import { createLookups } from './lookups.ts';
import { findStore, migrate } from './migrations.ts';
import { NoteTable } from './notes.ts';
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
import { ServerPoll } from './server-poll.ts';
import { readSiteCatalogue } from './site-catalogue.ts';
import { readListedSite, readListedSites, readOverview } from './site-rows.ts';
import { countSources } from './sources.ts';
import { countTimeline } from './timeline.ts';
import type { Turns } from './turns.ts';
import { StoreWatch } from './watch.ts';

/** How often old texts are removed while nothing is imported. */
const ageingEveryMs = 3_600_000;

const One = v.object({ one: v.number() });

export interface ClickHouseStoreOptions {
  layout: Layout;
  /** Coordinates imports with other imports into the same tables. */
  turns: Turns;
  /** Milliseconds since the epoch, for the times of imports. */
  now: () => number;
  /** Whether the tables are on a server instead of in files of this process. */
  isShared: boolean;
  /** Whether the folder contains rows, even ones that the engine does not find. */
  hasRows?: boolean;
  /** Age in days after which texts and citations are removed; null to keep them. */
  answerDays?: number | null;
  /** Called once when the store stops serving because it is damaged. */
  onDamage?: (damage: StoreDamaged) => void;
}

/**
 * The store on ClickHouse. Owns the engine: closing the store closes it. The first read or write prepares the engine;
 * while that fails, every read and write fails, but not `check`, `recordAudit` and `revokeKeyInMemory`.
 */
export function createClickHouseStore(engine: Engine, options: ClickHouseStoreOptions): Store {
  const { layout, turns, now, isShared, hasRows = false, onDamage = () => {} } = options;
  const { answerDays = null } = options;
  const keys = new KeyTable(engine);
  const journal = new Journal(engine, now, !isShared);
  const watch = new StoreWatch(engine, layout, { isInProcess: !isShared, onDamage });
  const notes = new NoteTable(engine);
  const audit = new AuditTable(engine, () => journal.recordKeptRows());
  const catalogues = new CatalogueCache();
  const imports = new ImportQueue({
    ...{ engine, layout, journal, turns, now, isShared, answerDays },
    maySweep: () => watch.isFullyChecked,
  });
  const ageingTimer =
    answerDays === null
      ? null
      : setInterval(() => void imports.sweep().catch(() => {}), ageingEveryMs).unref();
  let preparing: Promise<DataVersions> | null = null;
  /** The running check, shared by simultaneous calls. */
  let checking: Promise<StoreCheck> | null = null;

  const prepare = async (): Promise<DataVersions> => {
    await watch.checkParts();
    const found = await findStore(engine, layout);
    if (found.version === 0 && hasRows) {
      throw new StoreDamaged(missingDefinitions);
    }
    await watch.checkFiles(found.version);
    await migrate(found, { engine, layout, now, shouldCountRows: !isShared });
    await watch.checkRows();
    if (!isShared) await journal.completeCommit();
    await keys.refresh();
    const versions = new DataVersions(engine, await readNewestImport(engine));
    watch.start(async () => {
      if (!isShared) await imports.sweep();
    });
    return versions;
  };
  const prepareOnce = (): Promise<DataVersions> => {
    preparing ??= prepare().catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    return preparing;
  };
  const refresh = async (): Promise<void> => {
    const versions = await prepareOnce();
    const [newest] = await Promise.all([readNewestImport(engine), keys.refresh()]);
    await versions.advanceTo(newest);
  };
  const poll = isShared ? new ServerPoll(refresh) : null;
  const requireVersions = (): Promise<DataVersions> => {
    // Cut off from the server, a host would miss revoked keys and new data, so it refuses every read and write.
    const refusal = watch.damage ?? poll?.failure ?? null;
    return refusal === null ? prepareOnce() : Promise.reject(refusal);
  };
  const newest = async (): Promise<number> => (await requireVersions()).newest;
  const catalogueOf = (tenant: Tenant, siteId: string, versions: DataVersions) =>
    catalogues.get(tenant, siteId, versions.versionOfSite(siteId), () =>
      readSiteCatalogue(engine, tenant, siteId, versions.newest),
    );

  return {
    name: 'clickhouse',

    async clients(tenant, page) {
      return readClients(engine, tenant, page, await newest());
    },
    async hasClient(tenant, clientId) {
      return hasClient(engine, tenant, clientId, await newest());
    },
    async sites(tenant, clientId, page) {
      return readSites(engine, tenant, clientId, page, await newest());
    },
    async site(tenant, siteId) {
      return (await catalogueOf(tenant, siteId, await requireVersions()))?.details ?? null;
    },
    async listedSites(tenant, words, page) {
      return readListedSites({ engine, tenant, version: await newest() }, words, page);
    },
    async listedSite(tenant, siteId) {
      return readListedSite({ engine, tenant, version: await newest() }, siteId);
    },
    async branding(tenant, siteId) {
      return readBranding(engine, tenant, siteId, await newest());
    },
    async overview(tenant, page, scansPerSite, signal) {
      return readOverview({ engine, tenant, version: await newest(), signal }, page, scansPerSite);
    },
    async prompt(tenant, siteId, promptId) {
      return readPrompt(engine, tenant, siteId, promptId, await newest());
    },
    async prompts(tenant, siteId, words, page, signal) {
      return readPrompts({ engine, tenant, siteId, version: await newest(), signal }, words, page);
    },
    async promptTexts(tenant, siteId, signal) {
      return readPromptTexts({ engine, tenant, siteId, version: await newest(), signal });
    },
    async scan(tenant, siteId, scanId) {
      return readScan(engine, tenant, siteId, scanId, await newest());
    },
    async scans(tenant, siteId, page, signal) {
      return readMeasuredScans(engine, tenant, siteId, page, { version: await newest(), signal });
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
      if (catalogue) {
        return countTimeline(engine, tenant, catalogue, scope, { version, signal });
      }
      return {
        scans: [],
        answers: { scan: [], group: [], answers: [], mentions: [] },
        brands: {
          scan: [],
          group: [],
          brandId: [],
          mentions: [],
          sentiments: [],
          sentimentSum: [],
        },
      };
    },
    async counts(tenant, siteId, scope, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      return catalogue ? countAnswers(engine, tenant, catalogue, scope, { version, signal }) : [];
    },
    async answers(tenant, siteId, search, page, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      if (!catalogue) return [];
      return readAnswers({ engine, tenant, catalogue, version, signal }, search, page);
    },
    async answer(tenant, siteId, place, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      return catalogue && readAnswer({ engine, tenant, catalogue, version, signal }, place);
    },
    async sources(tenant, siteId, scope, signal) {
      const versions = await requireVersions();
      const { newest: version } = versions;
      const catalogue = await catalogueOf(tenant, siteId, versions);
      return catalogue
        ? countSources(engine, tenant, catalogue, scope, { version, signal })
        : noSources;
    },
    async recommendations(tenant, siteId, page) {
      return readRecommendations(engine, tenant, siteId, page, await newest());
    },
    async recommendation(tenant, siteId, recommendationId) {
      return readRecommendation(engine, tenant, siteId, recommendationId, await newest());
    },
    async notes(tenant, siteId, recommendationId, page) {
      return notes.readPage(tenant, siteId, recommendationId, await newest(), page);
    },
    async addNote(tenant, note) {
      const version = await newest();
      const added = await notes.add(tenant, note, version);
      // The note is saved: a failed count must not look like a failure, or the client would send it again.
      if (typeof added === 'object') await journal.recordKeptRows().catch(() => {});
      return added;
    },

    async keyByDigest(digest) {
      await requireVersions();
      return keys.byDigest(digest);
    },
    async keys() {
      await requireVersions();
      return await keys.readAll();
    },
    async putKeys(...records) {
      await requireVersions();
      await keys.put(records);
      await journal.recordKeptRows().catch(() => {});
    },
    async signIns(issuedKeys) {
      await requireVersions();
      return audit.signIns(issuedKeys);
    },
    revokeKeyInMemory: (id, at) => keys.revokeInMemory(id, at),
    async recordKeyUses(uses) {
      await requireVersions();
      await keys.recordUses(uses);
    },

    recordAudit: (record) => audit.add(record),
    async audit(query) {
      await requireVersions();
      return audit.read(query);
    },

    async dataVersion(siteId) {
      const versions = await requireVersions();
      const version = siteId === undefined ? versions.newest : versions.versionOfSite(siteId);
      return answerDays === null ? `${version}` : `${version}-${Math.floor(now() / ageingEveryMs)}`;
    },
    lookups: createLookups(engine, newest),
    async beginImport() {
      return imports.begin(await requireVersions());
    },

    async check() {
      checking ??= checkStore(engine, layout, { isInProcess: !isShared }).finally(() => {
        checking = null;
      });
      const result = await checking;
      const [fault] = result.faults;
      if (fault !== undefined) watch.reportDamage(new StoreDamaged(fault));
      return result;
    },
    async ping() {
      await requireVersions();
      await engine.rows(One, 'SELECT 1 AS one');
    },
    async close() {
      if (ageingTimer) clearInterval(ageingTimer);
      poll?.stop();
      await keys.close();
      await audit.close();
      await watch.stop();
      // In process, closing would interrupt a sweep, so this waits until none is running.
      const turn = isShared ? null : await turns.take();
      await engine.close();
      await turn?.end();
    },
  };
}
