import type { AuditRecord } from '../../service/store/audit.ts';
import type { ListedKey } from '../admin/key-administration.ts';
import { alignedColumns, shownName } from './columns.ts';

const headings = ['AT', 'WHAT', 'KEY', 'ACCOUNT', 'ABOUT', 'DETAIL', 'ADDRESS'];

/** An instant to the second, in UTC. */
const secondOf = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/**
 * Lines of the audit trail in aligned columns, which at least two spaces separate. Keys and accounts go by name.
 * @param keys whose names are known.
 * @param options.headed whether a line with the columns' names comes first.
 */
export function auditTable(
  records: readonly AuditRecord[],
  keys: readonly ListedKey[],
  { headed }: { headed: boolean },
): readonly string[] {
  const keyOf = new Map(keys.map((key) => [key.id, key]));
  const accountNames = new Map(keys.map((key) => [key.accountId, key.accountName]));
  const cellsOf = (record: AuditRecord): string[] => [
    secondOf(record.at),
    record.times === 1 ? record.action : `${record.action} × ${record.times}`,
    shownName(keyOf.get(record.keyId ?? '')?.name ?? record.keyId ?? '–'),
    shownName(accountNames.get(record.accountId ?? '') ?? record.accountId ?? '–'),
    shownName(record.subject) || '–',
    record.detail || '–',
    record.address || '–',
  ];
  const rows = records.map(cellsOf);
  return alignedColumns(headed && rows.length > 0 ? [headings, ...rows] : rows);
}
