import * as v from 'valibot';
import { type Store, StoreDamaged } from '../store.ts';
import type { StoreCheck } from '../store-check.ts';
import { AuditTable } from './audit.ts';
import { checkStore } from './check.ts';
import { missingDefinitions } from './damage.ts';
import { DataVersions, readNewestImport } from './data-versions.ts';
import type { Engine } from './engine.ts';
import { ImportQueue } from './import-queue.ts';
import { createImportedReads } from './imported-reads.ts';
import { Journal } from './journal.ts';
import { KeyTable } from './keys.ts';
import type { Layout } from './layout.ts';
import { createLookups } from './lookups.ts';
import { findStore, migrate } from './migrations.ts';
import { NoteTable } from './notes.ts';
import { Readiness } from './readiness.ts';
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
  const imports = new ImportQueue({
    engine,
    layout,
    journal,
    turns,
    now,
    isShared,
    answerDays,
    maySweep: () => watch.isFullyChecked,
  });
  const ageingTimer =
    answerDays === null
      ? null
      : setInterval(() => void imports.sweep().catch(() => {}), ageingEveryMs).unref();
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
  const readiness = new Readiness({ engine, keys, watch, isShared, prepare });

  return {
    name: 'clickhouse',

    ...createImportedReads(engine, () => readiness.versions()),
    async notes(tenant, siteId, recommendationId, page) {
      return notes.readPage(tenant, siteId, recommendationId, await readiness.newest(), page);
    },
    async addNote(tenant, note) {
      const version = await readiness.newest();
      const added = await notes.add(tenant, note, version);
      // The note is saved: a failed count must not look like a failure, or the client would send it again.
      if (typeof added === 'object') await journal.recordKeptRows().catch(() => {});
      return added;
    },

    async keyByDigest(digest) {
      await readiness.versions();
      return keys.byDigest(digest);
    },
    async keys() {
      await readiness.versions();
      return await keys.readAll();
    },
    async putKeys(...records) {
      await readiness.versions();
      await keys.put(records);
      await journal.recordKeptRows().catch(() => {});
    },
    async signIns(issuedKeys) {
      await readiness.versions();
      return audit.signIns(issuedKeys);
    },
    revokeKeyInMemory: (id, at) => keys.revokeInMemory(id, at),
    async recordKeyUses(uses) {
      await readiness.versions();
      await keys.recordUses(uses);
    },

    recordAudit: (record) => audit.add(record),
    async audit(query) {
      await readiness.versions();
      return audit.read(query);
    },

    async dataVersion(siteId) {
      const versions = await readiness.versions();
      const version = siteId === undefined ? versions.newest : versions.versionOfSite(siteId);
      return answerDays === null ? `${version}` : `${version}-${Math.floor(now() / ageingEveryMs)}`;
    },
    lookups: createLookups(engine, () => readiness.newest()),
    async beginImport() {
      return imports.begin(await readiness.versions());
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
      await readiness.versions();
      await engine.rows(One, 'SELECT 1 AS one');
    },
    async close() {
      if (ageingTimer) clearInterval(ageingTimer);
      readiness.stop();
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
