import { expect, it } from 'vitest';
import type { ChangesEffect } from '../../../figures/comparison/shown-verdict.ts';
import { judgeRows } from './judge-rows.ts';

const noDetails = { websiteUrl: null, industry: null, description: null };
const client = (id: string) => ({ id, name: id, ...noDetails, createdAt: null, updatedAt: null });
const remark = { platformCount: 1, label: 'Claude', since: '2026-01-17', until: '2026-01-31' };
const measuredDifferently: ChangesEffect = {
  periods: {
    kind: 'changed',
    since: '2026-01-17',
    until: '2026-01-31',
    namedChange: 'Claude added',
    sameDayCount: 0,
    earlierCount: 0,
  },
  reach: Number.POSITIVE_INFINITY,
  remark,
};
/** One of many platforms changed its model, which can move a figure by up to `reach`. */
const modelChanged = (reach: number): ChangesEffect => ({
  ...measuredDifferently,
  reach,
});

/** The outcome for a client whose change has the p-value `p`. */
function outcomeOf(p: number, effect: ChangesEffect | null) {
  const site = { id: 'site', name: 'Site' };
  const test = { difference: -10, error: 3, degrees: 50, p };
  return {
    hasFailed: false,
    figures: {
      sites: [site],
      hasMoreSites: false,
      shown: {
        site,
        trend: {
          values: [],
          isSeriesUnknown: false,
          slope: null,
          lastScan: null,
          newestStatus: null,
        },
        range: '30d' as const,
        effect,
        comparison: { now: 40, before: 50, change: -10, scans: 30, test },
      },
    },
  };
}

const context = { failedScansBySite: new Map(), unit: '%' };

it.each([
  ['allows for the number of clients', null, 'scatter'],
  ['does not count clients that were measured differently', measuredDifferently, 'real'],
] as const)('a verdict %s', (_, effect, kind) => {
  const others = Array.from({ length: 9 }, (_, n) => client(`other ${n}`));
  const outcomes = new Map([
    ['one', outcomeOf(0.01, null)],
    ...others.map(({ id }) => [id, outcomeOf(0.9, effect)] as const),
  ]);
  const rows = judgeRows([client('one'), ...others], outcomes, context);
  expect(rows[0]?.verdict?.kind).toBe(kind);
  if (effect) expect(rows.slice(1).every(({ verdict }) => verdict === effect.periods)).toBe(true);
});

it.each([
  ['replaces a real change that it can explain', 0.001, 20, 'changed'],
  ['is a remark on a real change that it cannot explain', 0.001, 5, 'real'],
  ['is a remark on a change within the usual scatter', 0.9, 20, 'scatter'],
])('a change of a platform’s model %s', (_, p, reach, kind) => {
  const outcomes = new Map([['one', outcomeOf(p, modelChanged(reach))]]);
  const [row] = judgeRows([client('one')], outcomes, context);
  expect(row?.verdict).toMatchObject({
    kind,
    ...(kind !== 'changed' && { remark }),
  });
});
