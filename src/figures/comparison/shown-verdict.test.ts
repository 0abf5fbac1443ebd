import { describe, expect, it } from 'vitest';
import type { ReportColumns } from '../series/columns.ts';
import type { Verdict } from '../verdicts/verdicts.ts';
import type { ChangedScan, MeasurementChange, ModelChange } from './measurement-changes.ts';
import {
  applyEffect,
  changedSentence,
  describeRemark,
  effectOfChanges,
  isVerdict,
  type KnownVerdict,
} from './shown-verdict.ts';

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
function reasonText(changes: readonly ChangedScan[], groupBy: string): string | null {
  const effect = effectOfChanges(slices, changes, { groupBy, platform: null });
  return effect && changedSentence(effect.periods, 'en-US');
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
    const subject = { groupBy: 'brand', platform: null };
    const sentences = [151, 155].map((index) => {
      const effect = effectOfChanges(acrossYears, [changeAt(index, perplexity)], subject);
      return effect && changedSentence(effect.periods, 'en-US');
    });
    expect(sentences).toEqual([
      'Measured differently since Dec 30, 2026: Perplexity added',
      'Measured differently since Jan 3: Perplexity added',
    ]);
  });
});

describe('a change of a platform’s model', () => {
  const modelOf = (platform: string, platformCount = 5): ModelChange => ({
    kind: 'model',
    platform,
    label: platform,
    from: 'one',
    to: 'two',
    platformCount,
  });
  const verdictOn = (
    verdict: Verdict,
    changes: readonly ChangedScan[],
    platform: string | null = null,
  ) => {
    const groupBy = platform === null ? 'brand' : 'platform';
    return applyEffect(verdict, effectOfChanges(slices, changes, { groupBy, platform }));
  };
  const remarkOn = (shown: KnownVerdict): string | undefined =>
    isVerdict(shown) && shown.remark ? describeRemark(shown.remark, 'en-US') : undefined;
  const up = (change: number): Verdict => ({ kind: 'real', change });
  const scatter: Verdict = { kind: 'scatter', within: 3 };
  const claudeChanged = changeAt(12, modelOf('Claude'));

  it('leaves the platform itself without a verdict, and other platforms with theirs', () => {
    for (const verdict of [up(50), scatter]) {
      const shown = verdictOn(verdict, [claudeChanged], 'Claude');
      expect(shown.kind === 'changed' && changedSentence(shown, 'en-US')).toBe(
        'Measured differently since Aug 13: Claude: one → two',
      );
      expect(verdictOn(verdict, [claudeChanged], 'Gemini')).toEqual(verdict);
    }
  });

  it.each([
    ['up 20 points, which one of five platforms can cause by itself', up(20), false],
    ['down 20 points', up(-20), false],
    ['up 20.1 points, which it cannot', up(20.1), true],
    ['within the usual scatter', scatter, true],
    ['unchanged', { kind: 'unchanged' }, true],
  ] as const)('for all platforms together: %s', (_, verdict, isKept) => {
    const shown = verdictOn(verdict, [claudeChanged]);
    if (isKept) expect(shown).toMatchObject(verdict);
    else expect(shown.kind).toBe('changed');
    const remark = 'although Claude changed its model on Aug 13';
    expect(remarkOn(shown)).toBe(isKept ? remark : undefined);
  });

  it('adds no remark where there are too few scans', () => {
    const tooFew: Verdict = { kind: 'tooFew', scans: 2, needed: 5 };
    expect(verdictOn(tooFew, [claudeChanged])).toEqual(tooFew);
  });

  it('counts every platform that changed, each once', () => {
    const changes = [
      changeAt(6, modelOf('Gemini')),
      changeAt(8, modelOf('Claude')),
      changeAt(12, modelOf('Claude')),
    ];
    expect(verdictOn(up(40), changes).kind).toBe('changed');
    const shown = verdictOn(up(41), changes);
    expect(shown).toMatchObject(up(41));
    expect(remarkOn(shown)).toBe('although 2 platforms changed their models, the last on Aug 13');
  });

  it('rules out every verdict if no platform kept its model, or something else changed too', () => {
    const everyPlatform = [changeAt(8, modelOf('Gemini', 2)), changeAt(12, modelOf('Claude', 2))];
    expect(verdictOn(scatter, everyPlatform).kind).toBe('changed');
    expect(verdictOn(scatter, [claudeChanged, changeAt(13, prompts)]).kind).toBe('changed');
  });

  it('does not count outside the compared periods', () => {
    for (const index of [5, 15])
      expect(verdictOn(up(1), [changeAt(index, modelOf('Claude'))])).toEqual(up(1));
  });
});
