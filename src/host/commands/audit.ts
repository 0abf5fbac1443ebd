import { msPerUtcDay } from '../../contract/dates/days.ts';
import { isDay, isUuid } from '../../contract/fields.ts';
import type { AuditQuery, AuditRecord } from '../../service/store/audit.ts';
import { usageOf } from '../admin/commands.ts';
import { findKey } from '../admin/find-key.ts';
import type { ListedKey } from '../admin/key-administration.ts';
import { printLine } from '../printable.ts';
import { administer } from './administer.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { alignColumns, formatName, formatToSecond } from './columns.ts';

const defaultLimit = 200;
const maxRecords = 1_000_000;

const usage = `${usageOf('audit')}

--account ID        records of this account
--client ID         records of this client
--key KEY           records of the key with this ID or prefix
--since 2027-01-01  from the beginning of that UTC day
--until 2027-01-31  through the end of that UTC day
--limit ${defaultLimit}         show at most this many records, the newest ones (default: ${defaultLimit})
--json              one JSON object per line, with every field`;

const options = {
  account: { type: 'string' },
  client: { type: 'string' },
  key: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const createUsageError = (reason: string) => new UsageError(reason, 'audit');

function parseId(flag: string, text: string | undefined): string | undefined {
  if (text !== undefined && !isUuid(text))
    throw createUsageError(`${flag} takes an ID (a UUID), not '${text}'.`);
  return text?.toLowerCase();
}

/** Parses a UTC day to its first instant, in milliseconds since the epoch. */
function parseDay(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!isDay(text))
    throw createUsageError(`${flag} takes a day such as 2027-01-31, not '${text}'.`);
  return Date.parse(text);
}

function parseLimit(text: string | undefined): number {
  const limit = text === undefined ? defaultLimit : Number(text);
  if (Number.isInteger(limit) && limit > 0 && limit <= maxRecords) return limit;
  throw createUsageError(
    `--limit takes a whole number from 1 to ${maxRecords.toLocaleString('en')}, not '${text}'.`,
  );
}

/** Parses the arguments. The query lacks `keyId`, since `key` can be looked up only once the store is open. */
function readArguments(args: readonly string[]): {
  query: AuditQuery;
  key: string | undefined;
  isJson: boolean;
} {
  const { values, positionals } = parseArguments('audit', args, options);
  const [surplus] = positionals;
  if (surplus !== undefined) throw createUsageError(`Unexpected argument '${surplus}'.`);
  const since = parseDay('--since', values.since);
  const until = parseDay('--until', values.until);
  if (since !== undefined && until !== undefined && since > until) {
    throw createUsageError('--since must not be after --until.');
  }
  const query = {
    accountId: parseId('--account', values.account),
    clientId: parseId('--client', values.client),
    from: since,
    before: until === undefined ? undefined : until + msPerUtcDay,
    limit: parseLimit(values.limit),
  };
  return { query, key: values.key, isJson: values.json ?? false };
}

const headings = ['TIME', 'ACTION', 'KEY', 'ACCOUNT', 'SUBJECT', 'DETAIL', 'ADDRESS'];

/**
 * Formats records of the audit trail as lines of aligned columns, separated by at least two spaces. Accounts are shown
 * by name, keys by name and prefix, since several keys may have the same name. Unknown keys and accounts are shown by
 * ID.
 * @param keys supply the names of keys and accounts.
 * @param options.hasHeadings whether to begin with a line of column names if there are any records.
 */
function formatAuditTable(
  records: readonly AuditRecord[],
  keys: readonly ListedKey[],
  { hasHeadings }: { hasHeadings: boolean },
): readonly string[] {
  const keysById = new Map(keys.map((key) => [key.id, key]));
  const accountNames = new Map(keys.map((key) => [key.accountId, key.accountName]));
  const keyCellOf = ({ keyId }: AuditRecord): string => {
    const key = keysById.get(keyId ?? '');
    return key ? `${formatName(key.name)} (${key.prefix})` : (keyId ?? '–');
  };
  const cellsOf = (record: AuditRecord): string[] => [
    formatToSecond(record.at),
    record.times === 1 ? record.action : `${record.action} × ${record.times}`,
    keyCellOf(record),
    formatName(accountNames.get(record.accountId ?? '') ?? record.accountId ?? '–'),
    formatName(record.subject) || '–',
    record.detail || '–',
    record.address || '–',
  ];
  const rows = records.map(cellsOf);
  return alignColumns(hasHeadings && rows.length > 0 ? [headings, ...rows] : rows);
}

/** Runs the command with the words after its name. */
export const run = (args: readonly string[]): Promise<void> =>
  administer(usage, args, () => {
    const { query, key, isJson } = readArguments(args);
    return async (administration) => {
      const keys = await administration.run('keys/list', {});
      const keyId = key === undefined ? undefined : findKey(keys, key).id;
      const records = await administration.run('audit', { ...query, keyId });
      const lines = isJson
        ? records.map((record) =>
            JSON.stringify({ ...record, at: new Date(record.at).toISOString() }),
          )
        : formatAuditTable(records, keys, { hasHeadings: process.stdout.isTTY });
      for (const line of lines) printLine(line);
      if (records.length === 0 && !isJson) printLine('No matching records.');
    };
  });

if (import.meta.main) await run(process.argv.slice(2));
