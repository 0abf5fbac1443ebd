import { setTimeout as pause } from 'node:timers/promises';
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

/** One is enough as far as is known, unless memory is short. */
const rinsesAtMost = 60;
const rinseEveryMs = 1_000;

/**
 * Clears what a failed statement left on its connection. Otherwise rows that it had produced appear in the next
 * result, whichever tenant that is for.
 * @returns false where the connection cannot be used any more.
 */
export async function rinse(client: ClickHouseClient): Promise<boolean> {
  const query = "SELECT 'clean'";
  for (let time = 0; time < rinsesAtMost; time += 1) {
    const rest = await client.query({ query, format: 'TabSeparated' }).then(
      (result) => result.text(),
      () => null,
    );
    if (rest === 'clean\n') return true;
    if (rest === null) await pause(rinseEveryMs);
  }
  return false;
}
