import * as v from 'valibot';
import { msPerUtcDay, utcDay } from '../../../contract/dates/days.ts';
import { type Store, StoreDamaged } from '../store.ts';
import type { StoreCheck } from '../store-check.ts';
import { AuditTable } from './audit.ts';
import type { Engine } from './engine/engine.ts';
import type { Layout } from './engine/layout.ts';
import type { Lock } from './engine/locks.ts';
import { ImportQueue } from './imports/import-queue.ts';
import { checkStore } from './integrity/check.ts';
import { findLostVersion, type StoreFolder } from './integrity/damage.ts';
import { Journal } from './integrity/journal.ts';
import { migrate, newestVersion, readStoreState } from './integrity/migrations.ts';
import { StoreWatch } from './integrity/watch.ts';
import { KeyTable } from './keys.ts';
import { createLedger } from './ledger/ledger.ts';
import { NoteQueue } from './notes.ts';
import { Readiness } from './readiness.ts';
import { DataVersions, readNewestImport } from './reads/data-versions.ts';
import { createImportedReads } from './reads/imported-reads.ts';
import { createLookups } from './reads/lookups.ts';
import { readPendingSites } from './reads/measuring.ts';
import { createOperatorReads } from './reads/operator-reads.ts';

/**
 * How often old texts and responses, and shares that ended long ago, are removed. Old texts are also removed after
 * imports; and so are the rows of records that another host removed, if that host ended.
 */
const removalIntervalMs = 3_600_000;

const OneRow = v.object({ one: v.number() });

export interface ClickHouseStoreOptions {
  layout: Layout;
  /** Makes imports into the same tables wait for each other. */
  importLock: Lock;
  /** Makes the hosts that run scans wait for each other. */
  runnerLock: Lock;
  /** Returns the current time in milliseconds since the epoch. */
  now: () => number;
  /** Whether the tables are on a server instead of in files of this process. */
  isShared: boolean;
  /** What is known of the folder of the tables; absent if they are on a server. */
  folder?: StoreFolder;
  /** Age in days after which texts and citations are removed; null to keep them. */
  answerDays?: number | null;
  /** Age in days after which the platforms' responses are dropped; null to keep them. */
  responseDays?: number | null;
  /** Called once when the store stops serving because it is damaged. */
  onDamage?: (damage: StoreDamaged) => void;
}

/**
 * Creates a store on ClickHouse. It owns the engine: closing the store closes the engine. The first read or write
 * prepares the store. As long as that fails, so do all reads and writes except `check`, `recordAudit` and
 * `restrictInMemory`.
 */
export function createClickHouseStore(engine: Engine, options: ClickHouseStoreOptions): Store {
  const {
    layout,
    importLock,
    runnerLock,
    now,
    isShared,
    folder = null,
    onDamage = () => {},
  } = options;
  const { answerDays = null, responseDays = null } = options;
  const mark = folder?.mark ?? null;
  const journal = new Journal(engine, { now, countsRows: !isShared, mark });
  const keys = new KeyTable(engine, (versions) => journal.recordKeys(versions));
  const watch = new StoreWatch(engine, layout, { isInProcess: !isShared, mark, onDamage });
  const notes = new NoteQueue();
  const audit = new AuditTable(engine, () => journal.recordKeptRowsInTime());
  const imports = new ImportQueue({
    engine,
    layout,
    journal,
    keys,
    importLock,
    now,
    isShared,
    answerDays,
    canCompact: () => watch.isFullyChecked,
  });
  const removeEndedShares = async () => {
    if (watch.isFullyChecked)
      await keys.removeLongEnded({ layout, now: now() }, (ids, remove) =>
        journal.recordKeyRemoval(ids, remove),
      );
  };
  const dropOldResponses = async () => {
    if (responseDays !== null && watch.isFullyChecked)
      await ledger.dropResponsesBefore(utcDay(now() - responseDays * msPerUtcDay));
  };
  const removalTimer = setInterval(() => {
    // The next attempt removes whatever a failed one leaves.
    void removeEndedShares().catch(() => {});
    void dropOldResponses().catch(() => {});
    void (answerDays === null ? imports.compactRemovals() : imports.compact()).catch(() => {});
  }, removalIntervalMs).unref();
  /** The number of sites that `pendingSites` last returned. */
  let pendingCount = 0;
  /** The running check, shared by simultaneous calls. */
  let runningCheck: Promise<StoreCheck> | null = null;

  const prepare = async (): Promise<DataVersions> => {
    await watch.checkParts();
    const state = await readStoreState(engine, layout);
    const [lostVersion] = findLostVersion(state.version, folder);
    if (lostVersion !== undefined) throw new StoreDamaged(lostVersion);
    await watch.checkFiles(state.version);
    await migrate(state, { engine, layout, now, journal, countsRows: !isShared });
    if (mark?.mark?.version !== newestVersion) await mark?.advance({ version: newestVersion });
    await watch.checkRows();
    if (!isShared) await journal.completeCommit();
    await keys.refresh();
    const versions = new DataVersions(engine, await readNewestImport(engine));
    watch.start(async () => {
      await removeEndedShares().catch(() => {});
      await dropOldResponses().catch(() => {});
      if (isShared) await imports.compactRemovals();
      else await imports.compact();
    });
    return versions;
  };
  const readiness = new Readiness({ engine, keys, watch, isShared, prepare });
  const ledger = createLedger(engine, {
    layout,
    journal,
    runnerLock,
    requireVersion: () => readiness.requireNewestVersion(),
    onRemoved: () => imports.compactLater(),
  });
  /** Does what follows a saved row of a note; its failure must not fail the call, or the client would send it again. */
  const recordNoteRows = async ({ areReplaced = false } = {}) => {
    if (areReplaced) imports.compactLater();
    await journal.recordKeptRows().catch(() => {});
  };

  return {
    name: 'clickhouse',

    ...createImportedReads(engine, () => readiness.requireVersions()),
    async addNote(tenant, note) {
      const version = await readiness.requireNewestVersion();
      const added = await notes.add({ engine, tenant, version }, note);
      if (typeof added === 'object') await recordNoteRows();
      return added;
    },
    async changeNote(tenant, note, change, at) {
      const version = await readiness.requireNewestVersion();
      const changed = await notes.change({ engine, tenant, version }, note, change, at);
      if (typeof changed === 'object') await recordNoteRows({ areReplaced: true });
      return changed;
    },
    async removeNote(tenant, note, at) {
      const version = await readiness.requireNewestVersion();
      const isRemoved = await notes.remove({ engine, tenant, version }, note, at);
      if (isRemoved) await recordNoteRows({ areReplaced: true });
      return isRemoved;
    },

    async keyByDigest(digest) {
      await readiness.requireVersions();
      return keys.byDigest(digest);
    },
    async keys() {
      await readiness.requireVersions();
      return await keys.readAll();
    },
    async putKeys(...records) {
      await readiness.requireVersions();
      await keys.put(records);
    },
    async signIns(issuedKeys) {
      await readiness.requireVersions();
      return audit.signIns(issuedKeys);
    },
    restrictInMemory: (...records) => keys.restrictInMemory(records),
    async recordKeyUses(uses) {
      await readiness.requireVersions();
      await keys.recordUses(uses);
      await journal.recordKeptRowsInTime().catch(() => {});
    },

    recordAudit: (record) => audit.add(record),
    async audit(query) {
      await readiness.requireVersions();
      return audit.read(query);
    },

    async dataVersion(siteId) {
      const versions = await readiness.requireVersions();
      const version = siteId === undefined ? versions.newest : versions.versionOfSite(siteId);
      return answerDays === null
        ? `${version}`
        : `${version}-${Math.floor(now() / removalIntervalMs)}`;
    },
    lookups: createLookups(engine, layout, () => readiness.requireNewestVersion()),
    ledger,
    operatorReads: createOperatorReads(engine, () => readiness.requireNewestVersion()),
    async beginImport(settings) {
      return imports.begin(await readiness.requireVersions(), settings);
    },

    async pendingSites() {
      const pending = await readPendingSites(engine, null, await readiness.requireNewestVersion());
      pendingCount = pending.length;
      return pending.map(({ id }) => id);
    },
    isMeasuringAgain: () => pendingCount > 0,

    async check() {
      runningCheck ??= checkStore(engine, layout, { isInProcess: !isShared, folder }).finally(
        () => {
          runningCheck = null;
        },
      );
      const result = await runningCheck;
      const [fault] = result.faults;
      if (fault !== undefined) watch.reportDamage(new StoreDamaged(fault));
      return result;
    },
    async ping() {
      await readiness.requireVersions();
      await engine.rows(OneRow, 'SELECT 1 AS one');
    },
    async close() {
      clearInterval(removalTimer);
      imports.stop();
      readiness.stop();
      await keys.close();
      await audit.close();
      await journal.close();
      // In process, closing would interrupt a compaction, so this waits until none is running.
      const lock = isShared ? null : await importLock.acquire();
      await watch.stop();
      await engine.close();
      await lock?.release();
    },
  };
}
