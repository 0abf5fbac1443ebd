import type { Store } from '../store.ts';
import { createClickHouseStore } from './clickhouse-store.ts';
import { DataDirInUse, engineDirOf, holderOf } from './data-dir.ts';
import { openInProcess } from './engine.ts';

/** Connections on the folder; statements on different ones run in parallel. */
const connections = 3;

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
  return createClickHouseStore(engine, options.now ?? Date.now);
}
