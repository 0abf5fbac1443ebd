import { msPerUtcDay } from '../../contract/dates/days.ts';
import { isUuid } from '../../contract/fields.ts';
import { scopes as allScopes } from '../../contract/scopes.ts';
import { formatCount } from '../../service/format-count.ts';
import { accountKinds } from '../../service/records/account.ts';
import { AdministrationError } from '../admin/administration-error.ts';
import { type ActionOf, listActions, usageOf } from '../admin/commands.ts';
import type { NewAccount } from '../admin/create-account.ts';
import { type CreatedKey, checkNewKey, type ListedKey } from '../admin/key-administration.ts';
import { calculateExpiry, checkDays, type Lifetime } from '../admin/key-lifetime.ts';
import { printLine } from '../printable.ts';
import { administer, type Work } from './administer.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { formatToSecond } from './columns.ts';
import { formatKeyTable } from './key-table.ts';

const defaultOverlapDays = 7;

const usage = `${usageOf('keys')}

KEY                   the ID of a key, or its prefix
--account ID          the account that the key gives access to (default: the client's, or the only account)
--new-account NAME    creates an account for the key, without clients or sites
--kind KIND           the kind of the new account: agency, whose sites belong to clients (the default), or business
--client ID           limits the key to this client
--scope SCOPE         ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(allScopes)}; without one the key is read-only
--no-notes            the key cannot read notes on recommendations
--expires 2027-01-31  the key works through the end of that UTC day
--days 90             the key works for 90 days from now
--overlap 7           days for which the old key keeps working (default: ${defaultOverlapDays}); 0 revokes it at once
--all                 every active key`;

const options = {
  name: { type: 'string' },
  account: { type: 'string' },
  'new-account': { type: 'string' },
  kind: { type: 'string' },
  client: { type: 'string' },
  scope: { type: 'string', multiple: true },
  'no-notes': { type: 'boolean' },
  expires: { type: 'string' },
  days: { type: 'string' },
  overlap: { type: 'string' },
  all: { type: 'boolean' },
} as const;

const parse = (args: readonly string[]) => parseArguments('keys', args, options);

type Values = ReturnType<typeof parse>['values'];

const createUsageError = (reason: string) => new UsageError(reason, 'keys');

function parseDays(flag: string, text: string, minDays: number): number {
  if (!/^\d+$/.test(text)) {
    throw createUsageError(
      `${flag} takes a whole number of days, ${minDays} or more, not '${text}'.`,
    );
  }
  checkDays(Number(text), minDays, flag);
  return Number(text);
}

function parseLifetime({ expires, days }: Values): Lifetime | undefined {
  if (expires !== undefined && days !== undefined) {
    throw createUsageError('Give --expires or --days, not both.');
  }
  if (days !== undefined) return { days: parseDays('--days', days, 1) };
  if (expires === undefined) return undefined;
  // The process that creates the key checks this again with its own clock.
  calculateExpiry({ through: expires }, Date.now());
  return { through: expires };
}

/** Formats a key as one line. */
const lineOf = (key: ListedKey) => formatKeyTable([key], Date.now(), { hasHeadings: false }).join();

/** Prints when a new key expires, if it does, and the key itself. */
function printNewKey({ key, record: { expiresAt } }: CreatedKey): void {
  if (expiresAt !== null) {
    const isEndOfDay = expiresAt % msPerUtcDay === 0;
    printLine(
      isEndOfDay
        ? `The key works through the end of ${formatToSecond(expiresAt - 1).slice(0, 10)} in UTC.`
        : `The key works until ${formatToSecond(expiresAt)}.`,
    );
  }
  printLine('The new key (shown only once):');
  printLine(key);
}

function parseId(flag: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isUuid(text)) throw createUsageError(`${flag} takes an ID (a UUID), not '${text}'.`);
  return text.toLowerCase();
}

function parseNewAccount(values: Values): NewAccount | undefined {
  const { 'new-account': name, kind = 'agency' } = values;
  if (name === undefined) {
    if (values.kind !== undefined) throw createUsageError('--kind needs --new-account NAME.');
    return undefined;
  }
  if (values.account !== undefined || values.client !== undefined) {
    throw createUsageError('Give --new-account, or else --account or --client.');
  }
  const knownKind = accountKinds.find((known) => known === kind);
  if (!knownKind) throw createUsageError(`--kind takes agency or business, not '${kind}'.`);
  return { name, kind: knownKind };
}

function create(values: Values): Work {
  const { name, scope: scopes = [], 'no-notes': hidesNotes = false } = values;
  if (name === undefined) throw createUsageError('A key needs a name: --name NAME.');
  const request = {
    name,
    scopes,
    hidesNotes,
    account: parseId('--account', values.account),
    client: parseId('--client', values.client),
    newAccount: parseNewAccount(values),
    lifetime: parseLifetime(values),
  };
  checkNewKey(request);
  return async (administration) => {
    const createdKey = await administration.run('keys/create', request);
    if (hidesNotes && !createdKey.record.hidesNotes) {
      // The key is not printed, so nobody can use it.
      throw new AdministrationError(
        `The host that uses DATA_DIR runs an older version of Sightline, which does not know --no-notes. Restart the host with the current version, then create the key again. Key ${createdKey.record.id} was created without the restriction and is not shown; revoke it.`,
      );
    }
    if (request.newAccount && createdKey.record.accountName !== request.newAccount.name) {
      throw new AdministrationError(
        `The host that uses DATA_DIR runs an older version of Sightline, which does not know --new-account. Restart the host with the current version, then create the key again. Key ${createdKey.record.id} was created for another account and is not shown; revoke it.`,
      );
    }
    printLine(lineOf(createdKey.record));
    printNewKey(createdKey);
  };
}

function list(): Work {
  return async (administration) => {
    const keys = await administration.run('keys/list', {});
    if (keys.length === 0) {
      printLine('No keys yet.');
      return;
    }
    for (const line of formatKeyTable(keys, Date.now(), { hasHeadings: process.stdout.isTTY }))
      printLine(line);
  };
}

function rotate(values: Values, id: string): Work {
  const { overlap } = values;
  const rotation = {
    id,
    overlapDays: overlap === undefined ? defaultOverlapDays : parseDays('--overlap', overlap, 0),
    lifetime: parseLifetime(values),
  };
  return async (administration) => {
    const rotated = await administration.run('keys/rotate', rotation);
    printLine(`New: ${lineOf(rotated.record)}`);
    printLine(`Old: ${lineOf(rotated.old)}`);
    printNewKey(rotated);
  };
}

function revoke(_: Values, id: string): Work {
  return async (administration) => {
    const { record, isNew, isWritten } = await administration.run('keys/revoke', { id });
    const key = `key "${record.name}" (${record.id})`;
    const stopNotice =
      record.revokedAt === null
        ? ''
        : ` It stopped working at ${formatToSecond(record.revokedAt)}.`;
    printLine(
      `${isNew ? `Revoked ${key}.` : `K${key.slice(1)} was already revoked.`}${stopNotice}`,
    );
    if (isWritten) return;
    printLine(
      'The running host now refuses the key, but could not save the change because the disk is full. It retries until there is space. If the host restarts before then, the key works again.',
    );
  };
}

function describeEndedSessions(keys: readonly ListedKey[]): string {
  const { length } = keys;
  if (length === 0) return 'There are no active keys, so there are no sessions to end.';
  const keysText =
    length === 1 ? 'the only active key' : `all ${formatCount(length, 'active key')}`;
  return `Ended the sessions of ${keysText}. This does not revoke any key.`;
}

function endSessions({ all = false }: Values, id: string): Work {
  if (all && id !== '') throw createUsageError('Give KEY or --all, not both.');
  if (!all && id === '') throw createUsageError('Give KEY or --all.');
  return async (administration) => {
    const { keys, isWritten } = await administration.run('keys/end-sessions', {
      id: all ? null : id,
    });
    const [key] = keys;
    printLine(
      all || key === undefined
        ? describeEndedSessions(keys)
        : `Ended all sessions of key "${key.name}" (${key.id}). This does not revoke the key.`,
    );
    if (isWritten) return;
    printLine(
      'The running host now refuses these sessions, but could not save the change because the disk is full. It retries until there is space. If the host restarts before then, the sessions work again until they expire.',
    );
  };
}

interface Action {
  flags: readonly (keyof typeof options)[];
  idArgument: 'none' | 'required' | 'optional';
  prepare(values: Values, id: string): Work;
}

const actions: Readonly<Record<ActionOf<'keys'>, Action>> = {
  create: {
    flags: [
      'name',
      'account',
      'new-account',
      'kind',
      'client',
      'scope',
      'no-notes',
      'expires',
      'days',
    ],
    idArgument: 'none',
    prepare: create,
  },
  list: { flags: [], idArgument: 'none', prepare: list },
  rotate: { flags: ['overlap', 'expires', 'days'], idArgument: 'required', prepare: rotate },
  revoke: { flags: [], idArgument: 'required', prepare: revoke },
  'end-sessions': { flags: ['all'], idArgument: 'optional', prepare: endSessions },
};
const actionByName: ReadonlyMap<string, Action> = new Map(Object.entries(actions));

function readArguments(args: readonly string[]): Work {
  const { values, positionals } = parse(args);
  const [name, ...words] = positionals;
  if (name === undefined) throw createUsageError(`Give a command: ${listActions('keys')}.`);
  const action = actionByName.get(name);
  if (!action) throw createUsageError(`Unknown command '${name}'.`);
  const { flags, prepare } = action;
  const allowedFlags: readonly string[] = flags;
  const strayFlag = Object.keys(values).find((flag) => !allowedFlags.includes(flag));
  if (strayFlag !== undefined) throw createUsageError(`${name} has no option '--${strayFlag}'.`);
  const [id = '', ...surplus] = action.idArgument === 'none' ? ['', ...words] : words;
  if (action.idArgument === 'required' && id === '')
    throw createUsageError(`${name} needs the ID of a key, or its prefix.`);
  if (surplus[0] !== undefined) throw createUsageError(`Unexpected argument '${surplus[0]}'.`);
  return prepare(values, id);
}

/** Runs the command with the words after its name. */
export const run = (args: readonly string[]): Promise<void> =>
  administer(usage, args, readArguments);

if (import.meta.main) await run(process.argv.slice(2));
