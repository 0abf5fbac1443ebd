import { parseArgs } from 'node:util';
import { isUuid } from '../../contract/fields.ts';
import type { Administration } from '../admin/administration.ts';
import { checkNewKey, type ListedKey, type MadeKey } from '../admin/key-administration.ts';
import { checkDays, dayMs, endOf, type Lifetime } from '../admin/key-lifetime.ts';
import { administer } from './administer.ts';
import { counted, UsageError, withUsage } from './arguments.ts';
import { keyTable } from './key-table.ts';

const overlapDays = 7;

const usage = `Usage:
  npm run keys -- create --name NAME [--account ID] [--client ID] [--scope SCOPE]… [--expires DAY | --days N]
  npm run keys -- list
  npm run keys -- rotate ID [--overlap N] [--expires DAY | --days N]
  npm run keys -- revoke ID
  npm run keys -- end-sessions ID | --all

--expires 2027-01-31  the key works through the end of that UTC day
--days 90             the key works for 90 days from now
--overlap 7           days for which the old key still works; ${overlapDays} when not given, 0 revokes it at once`;

const options = {
  name: { type: 'string' },
  account: { type: 'string' },
  client: { type: 'string' },
  scope: { type: 'string', multiple: true },
  expires: { type: 'string' },
  days: { type: 'string' },
  overlap: { type: 'string' },
  all: { type: 'boolean' },
} as const;

const readWords = () => withUsage(usage, () => parseArgs({ options, allowPositionals: true }));

type Values = ReturnType<typeof readWords>['values'];
type Work = (administration: Administration) => Promise<void>;

const wrong = (reason: string) => new UsageError(reason, usage);

function daysOf(flag: string, text: string, least: number): number {
  if (!/^\d{1,6}$/.test(text)) throw wrong(`${flag} takes a whole number of days, not '${text}'.`);
  checkDays(Number(text), least, flag);
  return Number(text);
}

function lifetimeOf({ expires, days }: Values): Lifetime | undefined {
  if (expires !== undefined && days !== undefined) {
    throw wrong('Give --expires or --days, not both.');
  }
  if (days !== undefined) return { days: daysOf('--days', days, 1) };
  if (expires === undefined) return undefined;
  // Whoever makes the key checks it by its own clock once more.
  endOf({ through: expires }, Date.now());
  return { through: expires };
}

const time = (at: number) => new Date(at).toISOString();

const say = (text: string) => process.stdout.write(`${text}\n`);

/** One key on one line. */
const lineOf = (key: ListedKey) => keyTable([key], Date.now(), { headed: false }).join();

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

function idOf(flag: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isUuid(text)) throw wrong(`${flag} takes an id, a UUID, not '${text}'.`);
  return text.toLowerCase();
}

function create(values: Values): Work {
  const { name, scope: scopes = [] } = values;
  if (name === undefined) throw wrong('A key needs a name: --name NAME.');
  const request = {
    ...{ name, scopes },
    account: idOf('--account', values.account),
    client: idOf('--client', values.client),
    lifetime: lifetimeOf(values),
  };
  checkNewKey(request);
  return async (administration) => {
    const made = await administration.createKey(request);
    say(lineOf(made.record));
    sayMade(made);
  };
}

function list(): Work {
  return async (administration) => {
    const keys = await administration.listKeys();
    if (keys.length === 0) say('No keys yet.');
    for (const line of keyTable(keys, Date.now(), { headed: process.stdout.isTTY })) say(line);
  };
}

function rotate(values: Values, id: string): Work {
  const { overlap } = values;
  const rotation = {
    id,
    overlapDays: overlap === undefined ? overlapDays : daysOf('--overlap', overlap, 0),
    lifetime: lifetimeOf(values),
  };
  return async (administration) => {
    const rotated = await administration.rotateKey(rotation);
    say(`New: ${lineOf(rotated.record)}`);
    say(`Old: ${lineOf(rotated.old)}`);
    sayMade(rotated);
  };
}

function revoke(_: Values, id: string): Work {
  return async (administration) => {
    const { record, isWritten } = await administration.revokeKey(id);
    const since =
      record.revokedAt === null ? '' : ` It has opened nothing since ${time(record.revokedAt)}.`;
    say(`Revoked key "${record.name}" (${record.id}).${since}`);
    if (isWritten) return;
    say(
      'The running host now refuses the key, but the disk is full. The host saves the revocation once there is room. If it restarts before that, the key works again.',
    );
  };
}

function endSessions({ all = false }: Values, id: string): Work {
  if (all === (id !== ''))
    throw wrong('Name the key whose sessions to end by its ID, or give --all.');
  return async (administration) => {
    const keys = await administration.endSessions(all ? null : id);
    const [only] = keys;
    say(
      all || only === undefined
        ? `Ended every session of ${counted(keys.length, 'key')}. The keys still work.`
        : `Ended every session of key "${only.name}" (${only.id}). The key still works.`,
    );
  };
}

interface Action {
  flags: readonly (keyof typeof options)[];
  id: 'none' | 'needed' | 'optional';
  read(values: Values, id: string): Work;
}

const actions: ReadonlyMap<string, Action> = new Map([
  [
    'create',
    {
      flags: ['name', 'account', 'client', 'scope', 'expires', 'days'],
      id: 'none',
      read: create,
    },
  ],
  ['list', { flags: [], id: 'none', read: list }],
  ['rotate', { flags: ['overlap', 'expires', 'days'], id: 'needed', read: rotate }],
  ['revoke', { flags: [], id: 'needed', read: revoke }],
  ['end-sessions', { flags: ['all'], id: 'optional', read: endSessions }],
]);

function readArguments(): Work {
  const { values, positionals } = readWords();
  const [name, ...words] = positionals;
  if (name === undefined) throw new UsageError(null, usage);
  const action = actions.get(name);
  if (!action) throw wrong(`Unknown command '${name}'.`);
  const { flags, read } = action;
  const allowed: readonly string[] = flags;
  const stray = Object.keys(values).find((flag) => !allowed.includes(flag));
  if (stray !== undefined) throw wrong(`${name} takes no option '--${stray}'.`);
  const [id = '', ...surplus] = action.id === 'none' ? ['', ...words] : words;
  if (action.id === 'needed' && id === '')
    throw wrong(`${name} needs the ID of a key, or its prefix.`);
  if (surplus[0] !== undefined) throw wrong(`Unexpected argument '${surplus[0]}'.`);
  return read(values, id);
}

await administer(readArguments);
