import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import type { Engine } from '../../src/service/store/clickhouse/engine/engine.ts';
import { openInProcessClient } from '../../src/service/store/clickhouse/engine/in-process-client.ts';
import { singleLayout } from '../../src/service/store/clickhouse/engine/layout.ts';

/** The number of connections that the host opens to the in-process engine. */
const connectionCount = 4;

/** Opens the in-process engine in a data folder, as an instance of a test's subclass. */
export async function openEngineAs<E extends Engine>(
  EngineClass: new (...args: ConstructorParameters<typeof Engine>) => E,
  dataDir: string,
): Promise<E> {
  const path = createEngineDir(dataDir);
  const clients: Awaited<ReturnType<typeof openInProcessClient>>[] = [];
  for (let n = 0; n < connectionCount; n += 1) clients.push(await openInProcessClient(path));
  return new EngineClass(clients, singleLayout, null);
}
