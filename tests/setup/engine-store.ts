import { createClickHouseStore } from '../../src/service/store/clickhouse/clickhouse-store.ts';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import type { Engine } from '../../src/service/store/clickhouse/engine.ts';
import { openInProcessClient } from '../../src/service/store/clickhouse/in-process-client.ts';
import { singleLayout } from '../../src/service/store/clickhouse/layout.ts';
import { createProcessTurns } from '../../src/service/store/clickhouse/turns.ts';
import type { Store } from '../../src/service/store/store.ts';

/** As many connections as the host opens. */
const connections = 4;

/** Opens the in-process engine in a data folder, as a subclass of the test's own. */
export async function openEngineAs<E extends Engine>(
  EngineClass: new (...args: ConstructorParameters<typeof Engine>) => E,
  dataDir: string,
): Promise<E> {
  const path = createEngineDir(dataDir);
  const clients: Awaited<ReturnType<typeof openInProcessClient>>[] = [];
  for (let n = 0; n < connections; n += 1) clients.push(await openInProcessClient(path));
  return new EngineClass(clients, singleLayout, null);
}

/** Opens the store on an in-process engine. Closing the store, or failing to open it, closes the engine. */
export async function openStoreOn(engine: Engine): Promise<Store> {
  const store = createClickHouseStore(engine, {
    layout: singleLayout,
    turns: createProcessTurns(),
    now: Date.now,
    isShared: false,
  });
  try {
    await store.ping();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}
