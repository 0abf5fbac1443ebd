import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, createClient } from '@clickhouse/client';

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

/**
 * The in-process engine has its own copy of the client's types, so TypeScript does not accept its connection as the
 * client's.
 */
function isConnection(candidate: unknown): candidate is Connection {
  const has = (name: string) =>
    typeof candidate === 'object' &&
    candidate !== null &&
    typeof Reflect.get(candidate, name) === 'function';
  return ['query', 'exec', 'command', 'insert', 'ping', 'close'].every(has);
}

/**
 * In bytes. In-process statements contain the values of their parameters, and an import may look up thousands of IDs.
 */
const maxStatementBytes = 64 * 1024 * 1024;

/** Connects the in-process engine to a folder, which may have several connections. */
export async function openInProcessClient(path: string): Promise<ClickHouseClient> {
  const { createChdbConnection } = await import('chdb/connection');
  const connection: unknown = createChdbConnection({ path });
  if (!isConnection(connection))
    throw new Error('chdb has no connection that this client can use.');
  const client = createClient({ connection });
  await client.command({ query: `SET max_query_size = ${maxStatementBytes}` });
  return client;
}

/** The maximum number of attempts to clear a connection. One is usually enough, unless memory is short. */
const maxClearAttempts = 60;
const clearEveryMs = 1_000;

/**
 * Clears the remains of a failed statement from its connection. Otherwise its rows would appear in the next result,
 * even for another tenant.
 * @returns false if the connection can no longer be used.
 */
export async function clearConnection(client: ClickHouseClient): Promise<boolean> {
  const query = "SELECT 'clean'";
  for (let attempt = 0; attempt < maxClearAttempts; attempt += 1) {
    const rest = await client.query({ query, format: 'TabSeparated' }).then(
      (result) => result.text(),
      () => null,
    );
    if (rest === 'clean\n') return true;
    if (rest === null) await pause(clearEveryMs);
  }
  return false;
}
