import { type Store, StoreDamaged, StoreUnavailable } from '../store.ts';
import type { StoreCheck } from '../store-check.ts';
import { type ClickHouseStoreOptions, createClickHouseStore } from './clickhouse-store.ts';
import {
  createEngineDir,
  DataDirInUse,
  FolderUnreadable,
  findCertainHolder,
  findLikelyHolder,
} from './data-dir.ts';
import { type Engine, openInProcess, openServer } from './engine/engine.ts';
import { LoginRefused } from './engine/engine-errors.ts';
import { clusterLayout, singleLayout } from './engine/layout.ts';
import { createProcessLock, createServerLease } from './engine/locks.ts';
import { checkStore } from './integrity/check.ts';
import {
  findRemains,
  findUnreadableTable,
  hasLostStore,
  hasStoredRows,
  type StoreFolder,
} from './integrity/damage.ts';
import { newestVersion } from './integrity/migrations.ts';
import { StoreMark } from './integrity/store-mark.ts';

/** The number of connections to the in-process engine, which run statements in parallel. */
const inProcessConnections = 4;

/** @throws StoreDamaged if the folder had a store, of which neither rows nor the mark are left. */
function refuseRemains(dataDir: string): void {
  const remains = findRemains(dataDir);
  if (remains.length === 0) return;
  throw new StoreDamaged(
    `its rows (in the folder clickhouse) and its mark (store.json) are missing from ${dataDir}, where an earlier store has left ${remains.join(' and ')}`,
    'Restore a backup (docs/deploy.md). To begin again with an empty store, remove what is left.',
  );
}

/**
 * Opens the engine in DATA_DIR. A lock keeps other processes out.
 * @throws DataDirInUse if another process holds the folder; StoreDamaged if the whole store or a table's files are missing
 * or cannot be read;
 * FolderUnreadable if, for an unknown reason, the engine cannot open a folder that has rows; the engine's error if the
 * folder has none.
 */
async function openFolder(dataDir: string): Promise<{ engine: Engine; folder: StoreFolder }> {
  StoreMark.begin(dataDir);
  const dir = createEngineDir(dataDir);
  // The engine would also notice the lock, but would print a message.
  const holder = findCertainHolder(dir);
  if (holder !== null) throw new DataDirInUse(dataDir, holder);
  const mark = StoreMark.read(dataDir);
  if (hasLostStore(dir)) throw new StoreDamaged('the folder clickhouse/store is missing');
  const hasRows = hasStoredRows(dir);
  if (mark.mark === null && !hasRows) refuseRemains(dataDir);
  // The engine would print its own error first. A later version may have definitions that this one does not know.
  const isKnown = mark.mark !== null && mark.mark.version <= newestVersion;
  const unreadable = isKnown ? findUnreadableTable(dir) : null;
  if (unreadable !== null) throw new StoreDamaged(unreadable);
  const engine = await openInProcess(dir, inProcessConnections).catch((error: unknown) => {
    const holder = findLikelyHolder(dir);
    if (holder !== null) throw new DataDirInUse(dataDir, holder);
    const fault = findUnreadableTable(dir);
    if (fault !== null) throw new StoreDamaged(fault);
    if (!hasRows) throw error;
    throw new FolderUnreadable(dataDir);
  });
  return { engine, folder: { hasRows, mark } };
}

/**
 * Opens the store in DATA_DIR, and creates it if it is missing.
 * @param options.answerDays as for `createClickHouseStore`; so is `responseDays`.
 * @param options.onDamage called when damage is found after opening and the store stops serving.
 * @throws the errors of `openFolder`, such as DataDirInUse naming the process that holds the folder.
 * @throws StoreDamaged if definitions, files or rows are damaged or missing; StoreTooNew.
 */
export async function openClickHouse(options: {
  dataDir: string;
  now?: () => number;
  answerDays?: number | null;
  responseDays?: number | null;
  onDamage?: (damage: StoreDamaged) => void;
}): Promise<Store> {
  const { dataDir, ...storeOptions } = options;
  const { engine, folder } = await openFolder(dataDir);
  return openOnEngine(engine, { ...storeOptions, folder });
}

/**
 * Opens the store on an in-process engine. Closing the store, or failing to open it, closes the engine.
 * @throws StoreDamaged; StoreTooNew.
 */
export async function openOnEngine(
  engine: Engine,
  options: Partial<ClickHouseStoreOptions> = {},
): Promise<Store> {
  const store = createClickHouseStore(engine, {
    layout: singleLayout,
    importLock: createProcessLock(),
    runnerLock: createProcessLock(),
    now: Date.now,
    isShared: false,
    ...options,
  });
  try {
    await store.ping();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/**
 * Checks the store in DATA_DIR while no other process holds it.
 * @throws the errors of `openFolder`, such as DataDirInUse naming the process that holds the folder.
 */
export async function checkClickHouse({ dataDir }: { dataDir: string }): Promise<StoreCheck> {
  const { engine, folder } = await openFolder(dataDir);
  try {
    return await checkStore(engine, singleLayout, { isInProcess: true, folder });
  } finally {
    await engine.close();
  }
}

/** Checks the store on a server, and changes nothing in it. */
export async function checkClickHouseServer(options: {
  url: URL;
  cluster: string | null;
}): Promise<StoreCheck> {
  const layout = options.cluster === null ? singleLayout : clusterLayout(options.cluster);
  const engine = openServer(options.url, serverConnections, layout, 'inspect');
  try {
    return await checkStore(engine, layout, { isInProcess: false, folder: null });
  } finally {
    await engine.close();
  }
}

/** The number of connections to a server: more than in process, because a server has its own cores. */
const serverConnections = 16;

/**
 * Opens the store on a ClickHouse server. An unreachable server is not an error here: reads and writes throw
 * `StoreUnavailable` until the server can be reached.
 * @param options.url contains the user, password and database.
 * @param options.cluster the cluster's name in the servers' configuration; null for a single server.
 * @throws LoginRefused if the server rejects the user, password or database; StoreDamaged; StoreTooNew.
 */
export async function openClickHouseServer(options: {
  url: URL;
  cluster?: string | null;
  now?: () => number;
  answerDays?: number | null;
  responseDays?: number | null;
}): Promise<Store> {
  const { cluster = null } = options;
  const layout = cluster === null ? singleLayout : clusterLayout(cluster);
  const engine = openServer(options.url, serverConnections, layout);
  const store = createClickHouseStore(engine, {
    layout,
    importLock: createServerLease(engine),
    runnerLock: createServerLease(engine, { table: 'runnerClaims', pollEveryMs: 2_000 }),
    now: options.now ?? Date.now,
    isShared: true,
    answerDays: options.answerDays ?? null,
    responseDays: options.responseDays ?? null,
  });
  try {
    await store.ping();
  } catch (error) {
    const isUnavailable = error instanceof StoreUnavailable && !(error instanceof StoreDamaged);
    if (!isUnavailable || error instanceof LoginRefused) {
      await store.close();
      throw error;
    }
  }
  return store;
}
