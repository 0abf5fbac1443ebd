import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, createClient } from '@clickhouse/client';

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

/**
 * Whether a value has the methods that the client calls. Checked at run time, since the in-process engine has its own
 * copy of the client's types, which TypeScript does not accept.
 */
function isConnection(candidate: unknown): candidate is Connection {
  const hasMethod = (name: string) =>
    typeof candidate === 'object' &&
    candidate !== null &&
    typeof Reflect.get(candidate, name) === 'function';
  return ['query', 'exec', 'command', 'insert', 'ping', 'close'].every(hasMethod);
}

/**
 * The maximum length of a statement in bytes. In process, a statement contains its parameters, such as thousands of IDs
 * of an import.
 */
const maxStatementBytes = 64 * 1024 * 1024;

/** Opens a connection to the in-process engine over a folder. A folder may have several connections. */
export async function openInProcessClient(path: string): Promise<ClickHouseClient> {
  const { createChdbConnection } = await import('chdb/connection');
  const connection: unknown = createChdbConnection({ path });
  if (!isConnection(connection))
    throw new Error('The connection of chdb lacks a method that the client needs.');
  const client = createClient({ connection });
  await client.command({ query: `SET max_query_size = ${maxStatementBytes}` });
  return client;
}

/** The maximum number of attempts to clear a connection. One is usually enough, unless memory is short. */
const maxClearAttempts = 60;
const clearPauseMs = 1_000;

/**
 * Clears the output of a failed statement from its connection. Otherwise the statement's rows would appear in the next
 * result, even for another tenant.
 * @returns false if the connection can no longer be used.
 */
export async function clearConnection(client: ClickHouseClient): Promise<boolean> {
  const query = "SELECT 'clean'";
  for (let attempt = 0; attempt < maxClearAttempts; attempt += 1) {
    const output = await client.query({ query, format: 'TabSeparated' }).then(
      (result) => result.text(),
      () => null,
    );
    if (output === 'clean\n') return true;
    if (output === null) await pause(clearPauseMs);
  }
  return false;
}
