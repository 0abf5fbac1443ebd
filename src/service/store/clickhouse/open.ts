import { type Store, StoreUnavailable } from '../store.ts';
import { createClickHouseStore } from './clickhouse-store.ts';
import { DataDirInUse, engineDirOf, holderOf } from './data-dir.ts';
import { LoginRefused, openInProcess, openServer } from './engine.ts';
import { clusterLayout, singleLayout } from './tables.ts';
import { turnsOfProcess, turnsOfServer } from './turns.ts';

/** Connections on the folder; statements on different ones run in parallel. */
const connections = 4;

/**
 * Opens the store in DATA_DIR, making it when absent.
 * @throws DataDirInUse naming the process that holds the folder.
 */
export async function openClickHouse(options: {
  dataDir: string;
  now?: () => number;
}): Promise<Store> {
  const dir = engineDirOf(options.dataDir);
  const holder = holderOf(dir);
  if (holder !== null) throw new DataDirInUse(options.dataDir, holder);
  const engine = await openInProcess(dir, connections).catch((error: unknown) => {
    const other = holderOf(dir);
    throw other === null ? error : new DataDirInUse(options.dataDir, other);
  });
  const store = createClickHouseStore(engine, {
    layout: singleLayout,
    turns: turnsOfProcess(),
    now: options.now ?? Date.now,
    shared: false,
  });
  await store.ping();
  return store;
}

/** Connections to a server, which runs them in parallel on cores of its own. */
const serverConnections = 16;

/**
 * Opens the store on a ClickHouse server. A server that is away now is no error: until it is back every call
 * gives `StoreUnavailable`.
 * @param options.url with user, password and database.
 * @param options.cluster its name in the servers' configuration; null for one server.
 * @throws LoginRefused when the server is there and refuses the user, password or database.
 */
export async function openClickHouseServer(options: {
  url: URL;
  cluster?: string | null;
  now?: () => number;
}): Promise<Store> {
  const { cluster = null } = options;
  const layout = cluster === null ? singleLayout : clusterLayout(cluster);
  const engine = openServer(options.url, serverConnections, layout);
  const store = createClickHouseStore(engine, {
    layout,
    turns: turnsOfServer(engine),
    now: options.now ?? Date.now,
    shared: true,
  });
  try {
    await store.ping();
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || error instanceof LoginRefused) {
      await store.close();
      throw error;
    }
  }
  return store;
}
