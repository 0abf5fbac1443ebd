import { parseArgs } from 'node:util';
import type { Administration, ListedKey } from '../administration.ts';
import { administer, UsageError } from './administer.ts';

const usage = `Usage:
  npm run keys -- create --name NAME [--account ID] [--client ID] [--scope SCOPE]…
  npm run keys -- list
  npm run keys -- revoke ID`;

function readArguments() {
  try {
    return parseArgs({
      options: {
        name: { type: 'string' },
        account: { type: 'string' },
        client: { type: 'string' },
        scope: { type: 'string', multiple: true },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(usage, { cause: error });
  }
}

const day = (at: number | null) => (at === null ? 'never' : new Date(at).toISOString());

function lineOf(key: ListedKey): string {
  const opens = key.clientId === null ? `account ${key.accountId}` : `client ${key.clientId}`;
  const scopes = key.scopes.length === 0 ? 'reads only' : key.scopes.join(' ');
  const state = key.revokedAt === null ? '' : `  revoked ${day(key.revokedAt)}`;
  return `${key.id}  ${key.prefix}…  ${key.name}  ${opens}  ${scopes}  last used ${day(key.lastUsedAt)}${state}`;
}

const say = (text: string) => process.stdout.write(`${text}\n`);

async function run(administration: Administration): Promise<void> {
  const { values, positionals } = readArguments();
  const [action, id, ...rest] = positionals;
  if (action === 'create' && id === undefined && values.name !== undefined) {
    const { key, record } = await administration.createKey({
      name: values.name,
      account: values.account ?? null,
      client: values.client?.toLowerCase() ?? null,
      scopes: values.scope ?? [],
    });
    say(lineOf(record));
    say('The key, shown this once:');
    say(key);
  } else if (action === 'list' && id === undefined) {
    const keys = await administration.listKeys();
    say(keys.length === 0 ? 'No keys yet.' : keys.map(lineOf).join('\n'));
  } else if (action === 'revoke' && id !== undefined && rest.length === 0) {
    say(lineOf(await administration.revokeKey(id)));
  } else {
    throw new UsageError(usage);
  }
}

await administer(run);
