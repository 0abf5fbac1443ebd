import { describe, expect, it } from 'vitest';
import { compare, compareScanByScan, judge, type Verdict } from './verdicts.ts';
import { formatShortVerdict, formatVerdict } from './words.ts';

const noEvidence = Number.NaN;
/** Scatter around 0 without a trend or positive autocorrelation; its standard deviation is about 1. */
const noise = [0.3, -1.2, 0.8, 1.1, -0.4, -0.9, 1.4, -1.1];
const around = (level: number, values: readonly number[] = noise) =>
  values.map((value) => level + value);
const verdictOn = (...windows: Parameters<typeof compare>): Verdict | undefined =>
  judge([compare(...windows)])[0];

describe('two periods', () => {
  it('are compared by their means over the scans with evidence', () => {
    const { now, before, change, scans } = compare({
      now: [noEvidence, 10, 20, noEvidence],
      before: [1, 2, 3],
      earlier: [],
    });
    expect({ now, before, change, scans }).toEqual({ now: 15, before: 2, change: 13, scans: 2 });
  });

  it('have an unknown change if the current one has no evidence', () => {
    const comparison = compare({ now: [noEvidence], before: around(5), earlier: [] });
    expect(comparison).toMatchObject({ now: null, change: null, test: null });
    expect(judge([comparison])).toEqual([{ kind: 'tooFew', scans: 0, needed: 5 }]);
  });

  it.each([
    ['up', 12],
    ['down', -12],
  ])('show a real move %s if they are far apart', (_, change) => {
    const verdict = verdictOn({ now: around(50 + change), before: around(50), earlier: [] });
    const means = { from: expect.closeTo(50, 9), to: expect.closeTo(50 + change, 9) };
    expect(verdict).toEqual({ kind: 'real', change: expect.closeTo(change, 9), means });
  });

  it('show a real move only above the threshold that the verdict states', () => {
    const windows = (change: number) => ({
      now: around(50 + change),
      before: around(50),
      earlier: [around(50), around(50)],
    });
    const verdict = verdictOn(windows(0.5));
    if (verdict?.kind !== 'scatter')
      throw new Error(`The verdict is ${verdict?.kind}, not scatter.`);
    expect(verdictOn(windows(verdict.within * 0.999))?.kind).toBe('scatter');
    expect(verdictOn(windows(verdict.within * 1.001))?.kind).toBe('real');
  });

  it('differ if the values climb steadily through both', () => {
    const climb = Array.from({ length: 16 }, (_, at) => at + (noise[at % 8] ?? 0));
    expect(verdictOn({ now: climb.slice(8), before: climb.slice(0, 8), earlier: [] })?.kind).toBe(
      'real',
    );
  });

  it.each([4, 0])('are too short if one has only %d scans', (count) => {
    const few = around(90).slice(0, count);
    const expected = { kind: 'tooFew', scans: count, needed: 5 };
    expect(verdictOn({ now: few, before: around(50), earlier: [] })).toEqual(expected);
    expect(verdictOn({ now: around(50), before: few, earlier: [] })).toEqual(expected);
  });

  it('with constant values are unchanged if equal and otherwise show a real move', () => {
    for (const level of [0, 0.1, 33.3, 100 / 3, 1e9]) {
      const constant = (count: number, add: number) => new Array(count).fill(level + add);
      const windows = { now: constant(7, 0), before: constant(9, 0), earlier: [] };
      expect(verdictOn(windows)).toEqual({ kind: 'unchanged' });
      expect(verdictOn({ ...windows, now: constant(7, 1) })?.kind).toBe('real');
    }
  });

  it('have more degrees of freedom with earlier windows, unless these have too few points', () => {
    const now = around(53).slice(0, 5);
    const before = around(50).slice(0, 5);
    const alone = compare({ now, before, earlier: [] }).test?.degrees ?? 0;
    const helped = compare({ now, before, earlier: [around(50), around(50)] }).test?.degrees ?? 0;
    expect(helped).toBeGreaterThan(alone);
    expect(
      compare({ now, before, earlier: [[50, 51, noEvidence, noEvidence, noEvidence, 3, 4]] }).test
        ?.degrees,
    ).toBe(alone);
  });

  it('need a larger change if neighbouring scans resemble each other', () => {
    const waves = Array.from({ length: 32 }, (_, at) => Math.sin(at / 3));
    const jumps = waves.map((_, at) => waves[(at * 13) % 32] ?? 0);
    const thresholdOf = (values: readonly number[]) => {
      const verdict = verdictOn({
        now: values.slice(16),
        before: values.slice(0, 16),
        earlier: [],
      });
      return verdict?.kind === 'scatter' ? verdict.within : Number.NaN;
    };
    expect(thresholdOf(waves)).toBeGreaterThan(thresholdOf(jumps));
  });
});

describe('a family of changes', () => {
  /** A comparison whose p is exactly `p`. */
  const withP = (p: number) => ({
    now: 1,
    before: 0,
    change: 1,
    scans: 9,
    test: { difference: 1, error: 0.1, degrees: 20, p },
  });
  const kinds = (ps: readonly number[]) => judge(ps.map(withP)).map(({ kind }) => kind);

  it('requires a smaller p from each member if it has more members', () => {
    expect(kinds([0.0124])).toEqual(['real']);
    expect(kinds([0.0126])).toEqual(['scatter']);
    expect(kinds([0.0032, 0.9, 0.9, 0.9])).toEqual(['scatter', 'scatter', 'scatter', 'scatter']);
    expect(kinds([0.0031, 0.9, 0.9, 0.9])).toEqual(['real', 'scatter', 'scatter', 'scatter']);
  });

  it('is judged by the Benjamini–Hochberg procedure, in any order', () => {
    // The fifteen p values in the paper of 1995, which rejects four of the hypotheses at 0.05. Here, the level and so
    // the p values are a quarter of that.
    const published = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719,
      0.6528, 0.759, 1,
    ].map((p) => p / 4);
    const expected = published.map((_, index) => (index < 4 ? 'real' : 'scatter'));
    expect(kinds(published)).toEqual(expected);
    expect(kinds(published.toReversed())).toEqual(expected.toReversed());
  });

  it('counts members that are still loading as scatter', () => {
    expect(judge([withP(0.0032)], 4).map(({ kind }) => kind)).toEqual(['scatter']);
    expect(judge([withP(0.0031)], 4).map(({ kind }) => kind)).toEqual(['real']);
    expect(judge([withP(0.0031)], 1)).toEqual(judge([withP(0.0031)]));
  });

  it('does not count members with too few scans', () => {
    const few = compare({ now: [1], before: [1], earlier: [] });
    const [first] = judge([withP(0.0124), ...new Array(50).fill(few)]);
    expect(first?.kind).toBe('real');
  });
});

describe('two versions of a platform', () => {
  const judgeDifferences = (differences: readonly number[]) =>
    judge([compareScanByScan({ now: differences, earlier: [] })])[0];

  it('get a verdict on their differences scan by scan', () => {
    expect(judgeDifferences(around(4))).toEqual({ kind: 'real', change: expect.closeTo(4, 1) });
    expect(judgeDifferences(around(0.1))?.kind).toBe('scatter');
    expect(judgeDifferences([0, 0, 0, 0, 0])).toEqual({ kind: 'unchanged' });
    expect(judgeDifferences([4, noEvidence, 4])).toEqual({ kind: 'tooFew', scans: 2, needed: 5 });
  });

  it('have no difference if their values differ only by rounding errors', () => {
    const differences = [33.4 - 33.3, 33.2 - 33.3];
    expect(differences.reduce((sum, difference) => sum + difference)).not.toBe(0);
    expect(compareScanByScan({ now: differences, earlier: [] }).change).toBe(0);
  });
});

describe('a verdict in words', () => {
  const formatSize = (value: number) => `${value.toFixed(1)} pt`;
  it.each<[Verdict, string, string]>([
    [{ kind: 'real', change: 4.24 }, 'Up 4.2 pt: more than the usual scatter', 'real'],
    [{ kind: 'real', change: -9 }, 'Down 9.0 pt: more than the usual scatter', 'real'],
    [{ kind: 'scatter', within: 3.1 }, 'Within the usual scatter (±3.1 pt)', 'usual scatter'],
    [{ kind: 'unchanged' }, 'No change', 'no change'],
    [
      { kind: 'tooFew', scans: 4, needed: 5 },
      'Too few scans to tell (4 of 5 needed)',
      'too few scans',
    ],
  ])('%j is %s', (verdict, sentence, short) => {
    expect(formatVerdict(verdict, formatSize)).toBe(sentence);
    expect(formatShortVerdict(verdict)).toBe(short);
  });
});
