import { parseArgs } from 'node:util';
import { isUuid } from '../../contract/fields.ts';
import type { AuditQuery } from '../../service/store/audit.ts';
import { dayMs } from '../admin/key-lifetime.ts';
import { administer } from './administer.ts';
import { UsageError, withUsage } from './arguments.ts';
import { auditTable } from './audit-table.ts';

const usualLimit = 200;
const mostLines = 1_000_000;

const usage = `Usage: npm run audit -- [--account ID] [--client ID] [--key ID] [--since DAY] [--until DAY] [--limit N] [--json]

--since 2027-01-01  from the beginning of that UTC day
--until 2027-01-31  through the end of that UTC day
--limit ${usualLimit}         the newest so many lines; ${usualLimit} when not given
--json              one JSON object a line, with every field`;

const options = {
  account: { type: 'string' },
  client: { type: 'string' },
  key: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const wrong = (reason: string) => new UsageError(reason, usage);

function idOf(flag: string, text: string | undefined): string | undefined {
  if (text !== undefined && !isUuid(text))
    throw wrong(`${flag} takes an id, a UUID, not '${text}'.`);
  return text?.toLowerCase();
}

/** The first instant of a day, in milliseconds since the epoch. */
function dayOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw wrong(`${flag} takes a day such as 2027-01-31, not '${text}'.`);
  return at;
}

function limitOf(text: string | undefined): number {
  const limit = text === undefined ? usualLimit : Number(text);
  if (Number.isInteger(limit) && limit > 0 && limit <= mostLines) return limit;
  throw wrong(`--limit takes a whole number from 1 to ${mostLines}, not '${text}'.`);
}

function readArguments(): { query: AuditQuery; json: boolean } {
  const { values } = withUsage(usage, () => parseArgs({ options }));
  const until = dayOf('--until', values.until);
  const query = {
    accountId: idOf('--account', values.account),
    clientId: idOf('--client', values.client),
    keyId: idOf('--key', values.key),
    from: dayOf('--since', values.since),
    before: until === undefined ? undefined : until + dayMs,
    limit: limitOf(values.limit),
  };
  return { query, json: values.json ?? false };
}

await administer(() => {
  const { query, json } = readArguments();
  return async (administration) => {
    const records = await administration.audit(query);
    const lines = json
      ? records.map((record) =>
          JSON.stringify({ ...record, at: new Date(record.at).toISOString() }),
        )
      : auditTable(records, await administration.listKeys(), { headed: process.stdout.isTTY });
    for (const line of lines) process.stdout.write(`${line}\n`);
    if (records.length === 0 && !json) process.stdout.write('No such lines in the audit trail.\n');
  };
});
