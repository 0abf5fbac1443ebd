import { describe, expect, it } from 'vitest';
import type { ListedKey } from '../admin/key-administration.ts';
import { printable } from '../printable.ts';
import { keyTable } from './key-table.ts';

const now = Date.parse('2027-01-20T15:30:00.000Z');
const key = (more: Partial<ListedKey> = {}): ListedKey => ({
  id: '5b000000-0000-4000-8000-000000000001',
  prefix: 'sl_abcdef',
  name: 'Reports',
  accountId: '5b000000-0000-4000-8000-000000000002',
  accountName: 'Harbour Agency',
  clientId: null,
  clientName: null,
  scopes: [],
  sample: false,
  createdAt: 0,
  revokedAt: null,
  expiresAt: null,
  lastUsedAt: null,
  sessionsEndedAt: null,
  share: null,
  ...more,
});
const rows = (...keys: ListedKey[]) => keyTable(keys, now, { hasHeadings: false });
const columnsOf = (line = '') => line.split(/ {2,}/);
const statusOf = (more: Partial<ListedKey>) => columnsOf(rows(key(more))[0])[5];

describe('a table of keys', () => {
  it('has one line per key, in aligned columns with headings', () => {
    const clientId = '5b000000-0000-4000-8000-000000000003';
    const other = {
      name: 'x',
      clientId,
      clientName: 'Oakwell',
      lastUsedAt: now,
      scopes: ['a', 'b'],
    };
    const table = keyTable([key(), key(other)], now, { hasHeadings: true });
    expect(table.map(columnsOf)).toEqual([
      ['ID', 'PREFIX', 'NAME', 'ACCESS', 'SCOPES', 'STATUS', 'LAST USED'],
      [key().id, 'sl_abcdef', 'Reports', 'account Harbour Agency', 'read-only', 'active', 'never'],
      [key().id, 'sl_abcdef', 'x', 'client Oakwell', 'a,b', 'active', '2027-01-20T15:30Z'],
    ]);
    const starts = ['LAST USED', 'never', '2027'].map((cell, n) => table[n]?.indexOf(cell));
    expect(new Set(starts).size).toBe(1);
  });

  it('shows whether a key works, and through which day', () => {
    expect(statusOf({})).toBe('active');
    expect(statusOf({ expiresAt: Date.parse('2027-02-01') })).toBe('expires 2027-01-31');
    expect(statusOf({ expiresAt: now })).toBe('expired 2027-01-20');
    expect(statusOf({ expiresAt: now, revokedAt: 0 })).toBe('revoked 1970-01-01');
  });

  it('keeps every name in one column of one line', () => {
    const names = [
      'a  b\n\tc',
      '\u001b[31mred',
      'a\u009bb\u202ec\u200bd\ufeffe\u2028f',
      'n'.repeat(500),
      `${'n'.repeat(38)}\u{1f600}\u{1f600}`,
    ];
    for (const name of names) {
      const [line = '', ...others] = rows(key({ name, accountName: name }));
      expect(others).toEqual([]);
      expect(columnsOf(line)).toHaveLength(7);
      expect(printable(line)).toBe(line);
      expect(line.length).toBeLessThan(220);
    }
    expect(rows(key({ accountName: null }))[0]).toContain(`account ${key().accountId}`);
  });
});
