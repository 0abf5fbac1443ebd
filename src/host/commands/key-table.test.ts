import { describe, expect, it } from 'vitest';
import type { ListedKey } from '../admin/key-administration.ts';
import { toPrintable } from '../printable.ts';
import { formatKeyTable } from './key-table.ts';

const now = Date.parse('2027-01-20T15:30:00.000Z');
const createKey = (overrides: Partial<ListedKey> = {}): ListedKey => ({
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
  hidesNotes: false,
  share: null,
  ...overrides,
});
const formatRows = (...keys: ListedKey[]) => formatKeyTable(keys, now, { hasHeadings: false });
const columnsOf = (line = '') => line.split(/ {2,}/);
const statusOf = (overrides: Partial<ListedKey>) =>
  columnsOf(formatRows(createKey(overrides))[0])[5];

describe('a table of keys', () => {
  it('has one line per key, in aligned columns with headings', () => {
    const clientId = '5b000000-0000-4000-8000-000000000003';
    const clientKeyFields = {
      name: 'x',
      clientId,
      clientName: 'Oakwell',
      lastUsedAt: now,
      scopes: ['a', 'b'],
    };
    const { id } = createKey();
    const table = formatKeyTable([createKey(), createKey(clientKeyFields)], now, {
      hasHeadings: true,
    });
    expect(table.map(columnsOf)).toEqual([
      ['ID', 'PREFIX', 'NAME', 'ACCESS', 'SCOPES', 'STATUS', 'LAST USED'],
      [id, 'sl_abcdef', 'Reports', 'account Harbour Agency', 'read-only', 'active', 'never'],
      [id, 'sl_abcdef', 'x', 'client Oakwell', 'a,b', 'active', '2027-01-20T15:30Z'],
    ]);
    const starts = ['LAST USED', 'never', '2027'].map((cell, n) => table[n]?.indexOf(cell));
    expect(new Set(starts).size).toBe(1);
  });

  it('shows which keys cannot read notes', () => {
    const scopesOf = (overrides: Partial<ListedKey>) =>
      columnsOf(formatRows(createKey({ hidesNotes: true, ...overrides }))[0])[4];
    expect(scopesOf({})).toBe('read-only,no-notes');
    expect(scopesOf({ scopes: ['recommendations:create'] })).toBe(
      'recommendations:create,no-notes',
    );
  });

  it('shows whether a key is active, or the day on which it expires, expired or was revoked', () => {
    expect(statusOf({})).toBe('active');
    expect(statusOf({ expiresAt: Date.parse('2027-02-01') })).toBe('expires 2027-01-31');
    expect(statusOf({ expiresAt: now })).toBe('expired 2027-01-20');
    expect(statusOf({ expiresAt: now, revokedAt: 0 })).toBe('revoked 1970-01-01');
  });

  it('shows any name in one column of one line, shortened and without unsafe characters', () => {
    const names = [
      'a  b\n\tc',
      '\u001b[31mred',
      'a\u009bb\u202ec\u200bd\ufeffe\u2028f',
      'n'.repeat(500),
      `${'n'.repeat(38)}\u{1f600}\u{1f600}`,
    ];
    for (const name of names) {
      const [line = '', ...others] = formatRows(createKey({ name, accountName: name }));
      expect(others).toEqual([]);
      expect(columnsOf(line)).toHaveLength(7);
      expect(toPrintable(line)).toBe(line);
      expect(line.length).toBeLessThan(220);
    }
  });

  it('shows the ID of an account whose name is unknown', () => {
    expect(formatRows(createKey({ accountName: null }))[0]).toContain(
      `account ${createKey().accountId}`,
    );
  });
});
