import { parseArgs } from 'node:util';
import type { Administration } from '../administration.ts';
import type { ListedKey, MadeKey } from '../key-administration.ts';
import { dayMs, type Lifetime } from '../key-lifetime.ts';
import { administer, UsageError } from './administer.ts';

const overlapDays = 7;

const usage = `Usage:
  npm run keys -- create --name NAME [--account ID] [--client ID] [--scope SCOPE]… [--expires DAY | --days N]
  npm run keys -- list
  npm run keys -- rotate ID [--overlap N] [--expires DAY | --days N]
  npm run keys -- revoke ID

--expires 2027-01-31  the key works through the end of that UTC day
--days 90             the key works for 90 days from now
--overlap 7           days for which the old key still works; ${overlapDays} when not given, 0 revokes it at once`;

function readArguments() {
  try {
    return parseArgs({
      options: {
        name: { type: 'string' },
        account: { type: 'string' },
        client: { type: 'string' },
        scope: { type: 'string', multiple: true },
        expires: { type: 'string' },
        days: { type: 'string' },
        overlap: { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(usage, { cause: error });
  }
}

/** The flags of each action. */
const flags: ReadonlyMap<string, readonly string[]> = new Map([
  ['create', ['name', 'account', 'client', 'scope', 'expires', 'days']],
  ['rotate', ['overlap', 'expires', 'days']],
]);

type Values = ReturnType<typeof readArguments>['values'];

function daysOf(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(usage);
  return Number(text);
}

function lifetimeOf({ expires, days }: Values): Lifetime | undefined {
  if (expires !== undefined && days !== undefined) throw new UsageError(usage);
  if (days !== undefined) return { days: daysOf(days) };
  return expires === undefined ? undefined : { through: expires };
}

const time = (at: number) => new Date(at).toISOString();

function expiryOf({ expiresAt }: ListedKey): string {
  if (expiresAt === null) return 'never expires';
  return `${expiresAt <= Date.now() ? 'expired' : 'expires'} ${time(expiresAt)}`;
}

function lineOf(key: ListedKey): string {
  const facts = [
    key.id,
    `${key.prefix}…`,
    key.name,
    key.clientId === null ? `account ${key.accountId}` : `client ${key.clientId}`,
    key.scopes.length === 0 ? 'reads only' : key.scopes.join(' '),
    `last used ${key.lastUsedAt === null ? 'never' : time(key.lastUsedAt)}`,
    expiryOf(key),
  ];
  if (key.revokedAt !== null) facts.push(`revoked ${time(key.revokedAt)}`);
  return facts.join('  ');
}

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Says how long the key works, by its last day where it ends with one, and shows the key. */
function sayMade({ key, record: { expiresAt } }: MadeKey): void {
  if (expiresAt !== null) {
    const throughDay = expiresAt % dayMs === 0;
    say(
      throughDay
        ? `The key works through the end of ${time(expiresAt - 1).slice(0, 10)} in UTC.`
        : `The key works until ${time(expiresAt)}.`,
    );
  }
  say('The key, shown this once:');
  say(key);
}

async function create(administration: Administration, values: Values): Promise<void> {
  const { name, account, client, scope: scopes = [] } = values;
  if (name === undefined) throw new UsageError(usage);
  const made = await administration.createKey({
    ...{ name, scopes },
    account: account?.toLowerCase() ?? null,
    client: client?.toLowerCase() ?? null,
    lifetime: lifetimeOf(values),
  });
  say(lineOf(made.record));
  sayMade(made);
}

async function rotate(administration: Administration, id: string, values: Values): Promise<void> {
  const { overlap } = values;
  const rotated = await administration.rotateKey({
    id,
    overlapDays: overlap === undefined ? overlapDays : daysOf(overlap),
    lifetime: lifetimeOf(values),
  });
  say(`New: ${lineOf(rotated.record)}`);
  say(`Old: ${lineOf(rotated.old)}`);
  sayMade(rotated);
}

async function revoke(administration: Administration, id: string): Promise<void> {
  const { record, isWritten } = await administration.revokeKey(id);
  say(lineOf(record));
  if (isWritten) return;
  say(
    'The running host now refuses the key, but the disk is full. The host saves the revocation once there is room. If it restarts before that, the key works again.',
  );
}

async function run(administration: Administration): Promise<void> {
  const { values, positionals } = readArguments();
  const [action, id, ...rest] = positionals;
  const allowed = flags.get(action ?? '') ?? [];
  if (Object.keys(values).some((flag) => !allowed.includes(flag))) throw new UsageError(usage);
  if (action === 'create' && id === undefined) return create(administration, values);
  if (action === 'list' && id === undefined) {
    const keys = await administration.listKeys();
    say(keys.length === 0 ? 'No keys yet.' : keys.map(lineOf).join('\n'));
  } else if (action === 'rotate' && id !== undefined && rest.length === 0) {
    await rotate(administration, id, values);
  } else if (action === 'revoke' && id !== undefined && rest.length === 0) {
    await revoke(administration, id);
  } else {
    throw new UsageError(usage);
  }
}

await administer(run);
