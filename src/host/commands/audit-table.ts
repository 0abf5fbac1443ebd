import type { AuditRecord } from '../../service/store/audit.ts';
import type { ListedKey } from '../admin/key-administration.ts';
import { alignColumns, formatName, formatToSecond } from './columns.ts';

const headings = ['TIME', 'ACTION', 'KEY', 'ACCOUNT', 'SUBJECT', 'DETAIL', 'ADDRESS'];

/**
 * Formats records of the audit trail as lines of aligned columns, separated by at least two spaces. Accounts are shown
 * by name, keys by name and prefix, since several keys may have the same name. Unknown keys and accounts are shown by
 * ID.
 * @param keys supply the names of keys and accounts.
 * @param options.hasHeadings whether to begin with a line of column names if there are any records.
 */
export function formatAuditTable(
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
