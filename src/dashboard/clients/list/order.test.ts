import { describe, expect, it } from 'vitest';
import type { ClientRow } from './figures.ts';
import { type Order, orderAfter, orders, readOrder } from './order.ts';
import { sortRows } from './sort-rows.ts';

const site = { id: 's', name: 's', url: null, clientId: null, createdAt: null, updatedAt: null };

interface RowParts {
  verdict?: ClientRow['verdict'];
  /** When the site was last scanned, in milliseconds since 1970. */
  scanned?: number;
  /** The number of failed scans. */
  failed?: number | null;
  slope?: number | null;
}

/** Creates a client's row, with one site for each letter of the name. If `change` is null, the row has no figures. */
function createRow(
  name: string,
  change: number | null,
  { verdict = null, scanned = 0, failed = null, slope = null }: RowParts = {},
): ClientRow {
  const noDetails = { websiteUrl: null, industry: null, description: null };
  return {
    id: name,
    client: { id: name, name, ...noDetails, createdAt: null, updatedAt: null },
    verdict,
    failedScans: failed === null ? null : { count: failed, isMinimum: false, since: 'completed' },
    lastScanTime: change === null ? null : scanned,
    decimals: 1,
    hasFailed: false,
    isLoading: false,
    figures:
      change === null
        ? undefined
        : {
            sites: Array.from({ length: name.length }, () => site),
            hasMoreSites: false,
            shown: {
              site,
              trend: {
                values: [],
                isSeriesUnknown: false,
                slope,
                lastScan: { completedAt: scanned, date: null },
                newestStatus: null,
              },
              comparison: { now: change + 50, before: 50, change, scans: 30, test: null },
              range: '30d',
              effect: null,
            },
          },
  };
}
const withRealVerdict = (change: number) => ({ verdict: { kind: 'real', change } as const });

const rows = [
  createRow('bb', -30, {
    verdict: { kind: 'scatter', within: 40 },
    scanned: 4,
    failed: 0,
    slope: -2,
  }),
  createRow('none', null),
  createRow('a', -4, { ...withRealVerdict(-4), scanned: 1, failed: 7 }),
  createRow('dddd', 12, { ...withRealVerdict(12), scanned: 3, failed: 12, slope: 0 }),
  createRow('ccc', -9, { ...withRealVerdict(-9), scanned: 2, slope: 0.5 }),
];
const getNames = (order: Order | null) => sortRows(rows, order, 'en').map(({ id }) => id);

describe('sortRows', () => {
  it('keeps the order of the list if no order is chosen', () => {
    expect(getNames(null)).toEqual(['bb', 'none', 'a', 'dddd', 'ccc']);
  });

  it.each<[Order, string[]]>([
    ['client', ['a', 'bb', 'ccc', 'dddd', 'none']],
    ['-client', ['none', 'dddd', 'ccc', 'bb', 'a']],
    ['sites', ['dddd', 'ccc', 'bb', 'a', 'none']],
    ['-sites', ['a', 'bb', 'ccc', 'dddd', 'none']],
    ['visibility', ['dddd', 'a', 'ccc', 'bb', 'none']],
    ['-visibility', ['bb', 'ccc', 'a', 'dddd', 'none']],
    ['change', ['dddd', 'a', 'ccc', 'bb', 'none']],
    ['-change', ['bb', 'ccc', 'a', 'dddd', 'none']],
    ['trend', ['ccc', 'dddd', 'bb', 'none', 'a']],
    ['-trend', ['bb', 'dddd', 'ccc', 'none', 'a']],
    ['scan', ['bb', 'dddd', 'ccc', 'a', 'none']],
    ['-scan', ['a', 'ccc', 'dddd', 'bb', 'none']],
    ['failed', ['dddd', 'a', 'bb', 'none', 'ccc']],
    ['-failed', ['bb', 'a', 'dddd', 'none', 'ccc']],
  ])('sorts by "%s", with rows that lack the figure last', (order, expected) => {
    expect(getNames(order)).toEqual(expected);
  });

  it('puts real drops before other changes for "drop", the largest drop first in each group', () => {
    expect(getNames('drop')).toEqual(['ccc', 'a', 'bb', 'dddd', 'none']);
  });

  it('does not treat a drop between differently measured periods as real for "drop"', () => {
    const changed = { kind: 'changed', since: '2026-01-17', until: '2026-01-31' } as const;
    const counts = { namedChange: 'Claude added', sameDayCount: 0, earlierCount: 0 };
    const withChanged = [
      createRow('changed', -50, { verdict: { ...changed, ...counts } }),
      ...rows,
    ];
    expect(sortRows(withChanged, 'drop', 'en').map(({ id }) => id)).toEqual([
      'ccc',
      'a',
      'changed',
      'bb',
      'dddd',
      'none',
    ]);
  });
});

describe('readOrder', () => {
  it('reads every order, and returns null for anything else', () => {
    expect(orders.map(readOrder)).toEqual(orders);
    for (const text of ['', 'toString', '--client', '-drop', undefined, ['client']]) {
      expect(readOrder(text)).toBeNull();
    }
  });
});

describe('orderAfter', () => {
  it('reverses the order when the same header is chosen again', () => {
    expect(orderAfter(null, 'change')).toBe('change');
    expect(orderAfter('change', 'change')).toBe('-change');
    expect(orderAfter('-change', 'change')).toBe('change');
    expect(orderAfter('change', 'sites')).toBe('sites');
  });
});
