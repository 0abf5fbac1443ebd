import { parseArgs } from 'node:util';
import { isUuid } from '../../contract/fields.ts';
import type { Administration } from '../administration.ts';
import { checkNewKey, type ListedKey, type MadeKey } from '../key-administration.ts';
import { checkDays, dayMs, endOf, type Lifetime } from '../key-lifetime.ts';
import { administer } from './administer.ts';
import { UsageError, withUsage } from './arguments.ts';
import { keyTable } from './key-table.ts';

const overlapDays = 7;

const usage = `Usage:
  npm run keys -- create --name NAME [--account ID] [--client ID] [--scope SCOPE]… [--expires DAY | --days N]
  npm run keys -- list
  npm run keys -- rotate ID [--overlap N] [--expires DAY | --days N]
  npm run keys -- revoke ID

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

interface Action {
  flags: readonly (keyof typeof options)[];
  takesId: boolean;
  read(values: Values, id: string): Work;
}

const actions: ReadonlyMap<string, Action> = new Map([
  [
    'create',
    {
      flags: ['name', 'account', 'client', 'scope', 'expires', 'days'],
      takesId: false,
      read: create,
    },
  ],
  ['list', { flags: [], takesId: false, read: list }],
  ['rotate', { flags: ['overlap', 'expires', 'days'], takesId: true, read: rotate }],
  ['revoke', { flags: [], takesId: true, read: revoke }],
]);

function readArguments(): Work {
  const { values, positionals } = readWords();
  const [name, ...words] = positionals;
  if (name === undefined) throw new UsageError(null, usage);
  const action = actions.get(name);
  if (!action) throw wrong(`Unknown command '${name}'.`);
  const { flags, takesId, read } = action;
  const allowed: readonly string[] = flags;
  const stray = Object.keys(values).find((flag) => !allowed.includes(flag));
  if (stray !== undefined) throw wrong(`${name} takes no option '--${stray}'.`);
  const [id = '', ...surplus] = takesId ? words : ['', ...words];
  if (takesId && id === '') throw wrong(`${name} needs the ID of a key, or its prefix.`);
  if (surplus[0] !== undefined) throw wrong(`Unexpected argument '${surplus[0]}'.`);
  return read(values, id);
}

await administer(readArguments);
