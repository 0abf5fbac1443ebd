import { type ClickHouseClient, createClient } from '@clickhouse/client';

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

/** The engine in process offers the client's connection under its own copy of the types. */
function isConnection(candidate: unknown): candidate is Connection {
  const has = (name: string) =>
    typeof candidate === 'object' &&
    candidate !== null &&
    typeof Reflect.get(candidate, name) === 'function';
  return ['query', 'exec', 'command', 'insert', 'ping', 'close'].every(has);
}

/** Values are part of a statement in process, and an import may look up thousands. In bytes. */
const longestStatement = 64 * 1024 * 1024;

/** One connection of the engine in process over its folder. Several may be open on one folder. */
export async function inProcessClient(path: string): Promise<ClickHouseClient> {
  const { createChdbConnection } = await import('chdb/connection');
  const connection: unknown = createChdbConnection({ path });
  if (!isConnection(connection)) throw new Error('chdb offers no connection this client can use');
  const client = createClient({ connection });
  await client.command({ query: `SET max_query_size = ${longestStatement}` });
  return client;
}
