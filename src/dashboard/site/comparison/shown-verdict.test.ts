import { describe, expect, it } from 'vitest';
import type { ReportColumns } from '../../api/columns.ts';
import type { ChangedScan, MeasurementChange } from './measurement-changes.ts';
import { changedSentence, reasonForNoVerdict } from './shown-verdict.ts';

const dayAt = (index: number) => new Date(Date.UTC(2026, 7, 1 + index)).toISOString().slice(0, 10);
const scanAt = (index: number) => ({
  scanId: `scan ${index}`,
  date: dayAt(index),
  hasTime: true,
  moment: Date.parse(`${dayAt(index)}T10:00:00Z`),
});

/** A report with a scan on each day between two indices, inclusive; index 0 is 1 August 2026. */
const reportOf = (from: number, to: number): ReportColumns => ({
  metric: 'visibility',
  groupBy: 'brand',
  brand: null,
  filters: null,
  scans: Array.from({ length: to - from + 1 }, (_, index) => scanAt(from + index)),
  series: [],
  isOfTrackedBrand: true,
  trackedId: null,
  unplaced: 0,
});
/** 11 to 15 August compared with 6 to 10 August, after an earlier period. */
const slices = { before: reportOf(5, 9), now: reportOf(10, 14), earlier: [reportOf(0, 4)] };

const changeAt = (index: number, ...changes: MeasurementChange[]): ChangedScan => ({
  scan: scanAt(index),
  changes,
});
const perplexity: MeasurementChange = { kind: 'platform', label: 'Perplexity', change: 'added' };
const france: MeasurementChange = { kind: 'region', label: 'France', change: 'removed' };
const prompts: MeasurementChange = { kind: 'prompts', label: '12 prompts', change: 'added' };

/** The sentence shown instead of a verdict if the measurement changed; otherwise null. */
function reasonText(changes: readonly ChangedScan[], subject: string): string | null {
  const shown = reasonForNoVerdict(slices, changes, subject);
  return shown?.kind === 'changed' ? changedSentence(shown) : null;
}

describe('a comparison', () => {
  it.each([
    ['a verdict', 'in the earlier periods, which only show the scatter', 3, null],
    ['a verdict', 'with its first scan', 5, null],
    ['no verdict', 'with its second scan', 6, 'Measured differently since Aug 7: Perplexity added'],
    [
      'no verdict',
      'between its periods',
      10,
      'Measured differently since Aug 11: Perplexity added',
    ],
    ['no verdict', 'with its last scan', 14, 'Measured differently since Aug 15: Perplexity added'],
    ['a verdict', 'after its last scan', 15, null],
  ])('has %s if the measurement changed %s', (_verdict, _when, index, expected) => {
    expect(reasonText([changeAt(index, perplexity)], 'brand')).toBe(expected);
  });

  it.each([
    ['brand', [perplexity, france, prompts]],
    ['platform', [france, prompts]],
    ['region', [perplexity, prompts]],
    ['cell', [prompts]],
  ])('of a %s is affected only by changes that concern its figures', (subject, relevantChanges) => {
    for (const change of [perplexity, france, prompts]) {
      const reason = reasonText([changeAt(10, change)], subject);
      expect(reason !== null, change.label).toBe(relevantChanges.includes(change));
    }
  });

  it('names one change of the latest day, and counts the other changes of that day and the earlier ones', () => {
    const changes = [changeAt(6, france), changeAt(12, perplexity, prompts)];
    expect(reasonText(changes, 'brand')).toBe(
      'Measured differently since Aug 13: Perplexity added and 1 more change, after 1 earlier change',
    );
    expect(reasonText(changes, 'platform')).toBe(
      'Measured differently since Aug 13: 12 prompts added, after 1 earlier change',
    );
  });

  it('counts several earlier changes', () => {
    const changes = [changeAt(6, france), changeAt(8, prompts), changeAt(12, perplexity)];
    expect(reasonText(changes, 'brand')).toBe(
      'Measured differently since Aug 13: Perplexity added, after 2 earlier changes',
    );
  });

  it('names the year of a change if the last scan in view is in another year', () => {
    // The later period is 30 December 2026 to 3 January 2027.
    const acrossYears = { ...slices, before: reportOf(140, 150), now: reportOf(151, 155) };
    const reasonForChangeAt = (index: number) =>
      reasonForNoVerdict(acrossYears, [changeAt(index, perplexity)], 'brand');
    const sentences = [151, 155].map((index) => {
      const reason = reasonForChangeAt(index);
      return reason?.kind === 'changed' && changedSentence(reason);
    });
    expect(sentences).toEqual([
      'Measured differently since Dec 30, 2026: Perplexity added',
      'Measured differently since Jan 3: Perplexity added',
    ]);
  });

  it('is pending until the measurement changes are known', () => {
    expect(reasonForNoVerdict(slices, null, 'brand')).toEqual({ kind: 'pending' });
  });
});
