import type { ListedKey } from '../admin/key-administration.ts';
import { alignColumns, formatName, formatToMinute } from './columns.ts';

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

function statusOf({ revokedAt, expiresAt }: ListedKey, now: number): string {
  if (revokedAt !== null) return `revoked ${dayOf(revokedAt)}`;
  if (expiresAt === null) return 'active';
  // The last day on which the key works, as in --expires.
  return `${expiresAt <= now ? 'expired' : 'expires'} ${dayOf(expiresAt - 1)}`;
}

const accessOf = ({ accountId, accountName, clientId, clientName }: ListedKey) =>
  clientId === null
    ? `account ${formatName(accountName ?? accountId)}`
    : `client ${formatName(clientName ?? clientId)}`;

/** The scopes, and the flag of `keys create` that withholds notes. */
const scopesOf = ({ scopes, hidesNotes }: ListedKey): string =>
  [...(scopes.length === 0 ? ['read-only'] : scopes), ...(hidesNotes ? ['no-notes'] : [])].join(
    ',',
  );

const headings = ['ID', 'PREFIX', 'NAME', 'ACCESS', 'SCOPES', 'STATUS', 'LAST USED'];

const cellsOf = (key: ListedKey, now: number): string[] => [
  key.id,
  key.prefix,
  formatName(key.name),
  accessOf(key),
  scopesOf(key),
  statusOf(key, now),
  key.lastUsedAt === null ? 'never' : formatToMinute(key.lastUsedAt),
];

/**
 * Formats keys as lines of aligned columns, separated by at least two spaces, one line per key.
 * @param now milliseconds since the epoch.
 * @param options.hasHeadings whether to begin with a line of column names.
 */
export function formatKeyTable(
  keys: readonly ListedKey[],
  now: number,
  { hasHeadings }: { hasHeadings: boolean },
): readonly string[] {
  const rows = keys.map((key) => cellsOf(key, now));
  return alignColumns(hasHeadings ? [headings, ...rows] : rows);
}
