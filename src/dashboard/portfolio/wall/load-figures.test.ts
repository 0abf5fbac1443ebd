import { expect, it } from 'vitest';
import type { IncomparablePeriods } from '../../site/comparison/shown-verdict.ts';
import { judgeRows } from './load-figures.tsx';

const noDetails = { websiteUrl: null, industry: null, description: null };
const client = (id: string) => ({ id, name: id, ...noDetails, createdAt: null, updatedAt: null });
const measuredDifferently: IncomparablePeriods = {
  kind: 'changed',
  since: '2026-01-17',
  until: '2026-01-31',
  namedChange: 'Claude added',
  sameDayCount: 0,
  earlierCount: 0,
};

/** The outcome for a client whose change has the p-value `p`. */
function outcomeOf(p: number, incomparable: IncomparablePeriods | null) {
  const site = { id: 'site', name: 'Site' };
  const test = { difference: -10, error: 3, degrees: 50, p };
  return {
    hasFailed: false,
    figures: {
      sites: [site],
      hasMoreSites: false,
      shown: {
        site,
        trend: { values: [], slope: null, lastScan: null, newestStatus: null },
        range: '30d' as const,
        incomparable,
        comparison: { now: 40, before: 50, change: -10, scans: 30, test },
      },
    },
  };
}

it.each([
  ['allows for the number of clients', null, 'scatter'],
  ['does not count clients that were measured differently', measuredDifferently, 'real'],
] as const)('a verdict %s', (_, incomparable, kind) => {
  const others = Array.from({ length: 9 }, (_, n) => client(`other ${n}`));
  const outcomes = new Map([
    ['one', outcomeOf(0.01, null)],
    ...others.map(({ id }) => [id, outcomeOf(0.9, incomparable)] as const),
  ]);
  const context = { failedScansBySite: new Map(), unit: '%' };
  const rows = judgeRows([client('one'), ...others], outcomes, context);
  expect(rows[0]?.verdict?.kind).toBe(kind);
  if (incomparable)
    expect(rows.slice(1).every(({ verdict }) => verdict === incomparable)).toBe(true);
});
