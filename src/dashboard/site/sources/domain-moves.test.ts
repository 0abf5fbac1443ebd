import { describe, expect, it } from 'vitest';
import { periodsOf } from '../../../contract/dates/periods.ts';
import type { SourceDomain } from '../../../contract/sightline/sources.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { compareDomains, moveOf } from './domain-moves.ts';
import { toSources } from './model.ts';

const dayOf = (index: number) => new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10);
const periods = periodsOf({ start: dayOf(10), end: dayOf(19) }, 'previous', {
  compareStart: null,
  compareEnd: null,
});

/** Twenty values, one a day from 1 October 2026, around one level and from the eleventh on around another. */
const valuesAround = (before: number, now: number) =>
  Array.from(
    { length: 20 },
    (_, index) => (index < 10 ? before : now) + ([0.4, -0.7, 0.9, -0.2, -0.4][index % 5] ?? 0),
  );

/** A report of shares with one scan a day from 1 October 2026. */
const reportOf = (series: Record<string, readonly number[]>): ReportColumns => ({
  metric: 'share',
  groupBy: 'domain',
  brand: null,
  isOfTrackedBrand: false,
  trackedId: null,
  filters: null,
  scans: Array.from({ length: 20 }, (_, index) => ({
    scanId: `scan ${index}`,
    date: dayOf(index),
    hasTime: true,
    moment: Date.parse(`${dayOf(index)}T10:00:00Z`),
  })),
  series: Object.entries(series).map(([id, values]) => ({
    id,
    key: id,
    label: id,
    values: Float64Array.from(values),
    present: null,
  })),
  unplaced: 0,
});

const source = (domain: string): SourceDomain => ({
  domain,
  owner: null,
  answers: 4,
  citations: 4,
  namedTracked: 1,
  points: [],
});
const listed = (...names: string[]) =>
  toSources(
    {
      answers: 8,
      answersWithSources: 8,
      domains: names.map(source),
      more: 0,
      citedOwn: 0,
      citedNotNamed: 0,
      filters: null,
    },
    null,
    null,
  ).domains;

const report = reportOf({
  'up.example': valuesAround(20, 30),
  'level.example': valuesAround(20, 20.1),
  'unlisted.example': valuesAround(20, 90),
});
const domains = listed('up.example', 'level.example', 'unknown.example');
const compare = (changes: Parameters<typeof compareDomains>[4]) =>
  compareDomains(report, domains, periods, report, changes);

describe('the moves of domains', () => {
  it('have a verdict for each listed domain whose shares are known, and name the largest real moves', () => {
    const moves = compare([]);
    expect([...(moves?.byDomain.keys() ?? [])]).toEqual(['up.example', 'level.example']);
    expect(moves?.byDomain.get('up.example')).toMatchObject({
      change: expect.closeTo(10, 9),
      verdict: { kind: 'real' },
    });
    expect(moves?.byDomain.get('level.example')?.verdict.kind).toBe('scatter');
    expect(moves?.largest?.moves.map(({ domain }) => domain.domain)).toEqual(['up.example']);
    expect(moveOf(moves, { domain: 'unknown.example' })).toBeNull();
  });

  it('have no verdict until it is known what was measured, and none if that changed', () => {
    const pending = compare(null);
    expect(pending?.byDomain.get('up.example')?.verdict.kind).toBe('pending');
    expect(pending?.largest).toBeNull();
    const scan = report.scans[12];
    if (!scan) throw new Error('There is no such scan.');
    const changed = compare([
      { scan, changes: [{ kind: 'platform', label: 'Perplexity', change: 'added' }] },
    ]);
    expect(changed?.byDomain.get('up.example')?.verdict).toMatchObject({
      kind: 'changed',
      since: dayOf(12),
    });
    expect(changed?.largest?.moves).toEqual([]);
  });

  it('are judged together: a change that is real alone can be scatter among many', () => {
    const slight = (name: string) => [name, valuesAround(20, 20.9)] as const;
    const others = Array.from({ length: 60 }, (_, n) => `level${n}.example`);
    const many = reportOf(
      Object.fromEntries([
        slight('slight.example'),
        ...others.map((name) => [name, valuesAround(20, 20)] as const),
      ]),
    );
    const verdictAmong = (names: string[]) =>
      compareDomains(many, listed(...names), periods, many, [])?.byDomain.get('slight.example')
        ?.verdict.kind;
    expect(verdictAmong(['slight.example'])).toBe('real');
    expect(verdictAmong(['slight.example', ...others])).toBe('scatter');
  });

  it('are unknown if one of the periods has no scans', () => {
    const later = periodsOf({ start: '2027-01-01', end: '2027-01-10' }, 'previous', {
      compareStart: null,
      compareEnd: null,
    });
    expect(compareDomains(report, domains, later, report, [])).toBeNull();
  });
});
