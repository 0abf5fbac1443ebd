import type { ListedKey } from '../key-administration.ts';

/** Letters of a name that a table shows. */
const nameWidth = 40;

/** Names come from people: on one line, and without two spaces together, which separate columns. */
function shownName(name: string): string {
  const line = name.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return line.length <= nameWidth ? line : `${line.slice(0, nameWidth - 1).toWellFormed()}…`;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** An instant to the minute, in UTC. */
const minuteOf = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`;

function statusOf({ revokedAt, expiresAt }: ListedKey, now: number): string {
  if (revokedAt !== null) return `revoked ${dayOf(revokedAt)}`;
  if (expiresAt === null) return 'active';
  // The last day on which it works, as --expires names it.
  return `${expiresAt <= now ? 'expired' : 'expires'} ${dayOf(expiresAt - 1)}`;
}

const opensOf = ({ accountId, accountName, clientId, clientName }: ListedKey) =>
  clientId === null
    ? `account ${shownName(accountName ?? accountId)}`
    : `client ${shownName(clientName ?? clientId)}`;

const headings = ['ID', 'PREFIX', 'NAME', 'OPENS', 'SCOPES', 'STATUS', 'LAST USED'];

const cellsOf = (key: ListedKey, now: number): string[] => [
  key.id,
  key.prefix,
  shownName(key.name),
  opensOf(key),
  key.scopes.length === 0 ? 'reads only' : key.scopes.join(','),
  statusOf(key, now),
  key.lastUsedAt === null ? 'never' : minuteOf(key.lastUsedAt),
];

/**
 * Keys as lines of aligned columns, which at least two spaces separate, one line a key.
 * @param now milliseconds since the epoch.
 * @param options.headed whether a line with the columns' names comes first.
 */
export function keyTable(
  keys: readonly ListedKey[],
  now: number,
  { headed }: { headed: boolean },
): readonly string[] {
  const rows = [...(headed ? [headings] : []), ...keys.map((key) => cellsOf(key, now))];
  const widths = headings.map((_, column) =>
    Math.max(0, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
