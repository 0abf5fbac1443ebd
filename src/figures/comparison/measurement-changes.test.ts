import { describe, expect, it } from 'vitest';
import type { ReportColumns, ReportScan } from '../series/columns.ts';
import { type Coverage, coverageOf, findChanges, type ScanModels } from './measurement-changes.ts';
import { changeText } from './shown-verdict.ts';

const scanAt = (index: number): ReportScan => {
  const date = new Date(Date.UTC(2026, 7, 1 + index)).toISOString().slice(0, 10);
  return {
    scanId: `scan ${index}`,
    date,
    hasTime: true,
    moment: Date.parse(`${date}T10:00:00Z`),
  };
};

/** A report with a series for each name: `#` is a scan with evidence, `.` one without. */
function reportOf(evidenceByName: Record<string, string>): ReportColumns {
  const count = Math.max(...Object.values(evidenceByName).map(({ length }) => length));
  return {
    metric: 'visibility',
    groupBy: 'platform',
    brand: null,
    filters: { platform: [], region: [], startDate: null, endDate: null },
    scans: Array.from({ length: count }, (_, index) => scanAt(index)),
    series: Object.entries(evidenceByName).map(([label, evidence]) => ({
      id: label,
      key: label,
      label,
      values: Float64Array.from(evidence, (mark) => (mark === '#' ? 0 : Number.NaN)),
      present: null,
    })),
    isOfTrackedBrand: true,
    trackedId: null,
    unplaced: 0,
  };
}

const describeChanges = (
  coverages: readonly Coverage[],
  prompts: readonly number[] = [],
  rules: readonly number[] = [],
  models: readonly ScanModels[] = [],
) =>
  findChanges(
    coverages,
    prompts.map((count, index) => ({ scan: scanAt(index), prompts: count })),
    rules.map((version, index) => ({ scan: scanAt(index), rules: version })),
    models,
  ).map(({ scan, changes }) => `${scan.scanId}: ${changes.map(changeText).join(', ')}`);
const describePlatformChanges = (evidenceByName: Record<string, string>) =>
  describeChanges([coverageOf(reportOf(evidenceByName), 'platform')]);

describe('a platform or region', () => {
  it.each([
    ['is measured throughout', '##########', []],
    ['is never measured', '..........', []],
    ['is first measured later', '....######', ['scan 4: X added']],
    ['is first measured in the newest scan', '.........#', ['scan 9: X added']],
    ['is first measured in the second scan (the first may have failed)', '.#########', []],
    ['is first measured in the third scan', '..########', ['scan 2: X added']],
    ['is no longer measured', '######....', ['scan 6: X removed']],
    ['has evidence in all but the last scan (which may have failed)', '#########.', []],
    ['is not measured in the last two scans', '########..', ['scan 8: X removed']],
    ['misses single scans', '##.###.##.##', []],
    ['misses scans and comes back', '###....###', []],
    ['is first measured later, and misses single scans', '....##.###.#', ['scan 4: X added']],
    ['is first measured after an absence as long as a later gap', '..##..####', []],
    ['is measured only in the middle', '...####...', ['scan 3: X added', 'scan 7: X removed']],
    ['is measured in a few scans by chance', '....#..#....#...', []],
  ])('that %s (%s) has the changes %j', (_, evidence, expected) => {
    expect(describePlatformChanges({ always: '#'.repeat(evidence.length), X: evidence })).toEqual(
      expected,
    );
  });

  it('is neither added nor removed at scans that have no evidence of anything', () => {
    expect(describePlatformChanges({ X: '######....', Y: '######....' })).toEqual([]);
    expect(describePlatformChanges({ X: '....######', Y: '....######' })).toEqual([]);
  });

  it('is not reported as added if filters narrow the report to it alone', () => {
    expect(describePlatformChanges({ X: '....######' })).toEqual([]);
  });
});

describe('platforms that are gone together', () => {
  /** 180 daily scans of seven platforms, some with an outage, and then scans without them. */
  const evidenceOf = (outages: readonly (readonly [from: number, length: number])[]) =>
    Array.from({ length: 180 }, (_, scan) =>
      outages.some(([from, length]) => scan >= from && scan < from + length) ? '.' : '#',
    ).join('');
  const gone = {
    A: evidenceOf([]),
    B: evidenceOf([[20, 3]]),
    C: evidenceOf([[90, 9]]),
    D: evidenceOf([
      [56, 2],
      [118, 1],
      [160, 4],
    ]),
    E: evidenceOf([[0, 70]]),
    F: evidenceOf([[175, 3]]),
    G: evidenceOf([[140, 6]]),
  };

  it.each([2, 3, 4, 5, 20])(
    'are all gone, however far a page looks back, after %d scans',
    (absent) => {
      const tail = '.'.repeat(absent);
      const removedIn = (scanCount: number) => {
        const inView = Object.entries(gone).map(([name, text]) => [
          name,
          (text + tail).slice(-scanCount),
        ]);
        const evidence = Object.fromEntries([...inView, ['always', '#'.repeat(scanCount)]]);
        return findChanges([coverageOf(reportOf(evidence), 'platform')], [], [], [])
          .at(-1)
          ?.changes.map(changeText);
      };
      const all = Object.keys(gone).map((name) => `${name} removed`);
      for (const scanCount of [60, 90, 120, 180 + absent])
        expect(removedIn(scanCount)).toEqual(all);
    },
  );
});

describe('the number of prompts', () => {
  it.each([
    ['stays the same', [60, 60, 60], []],
    ['grows', [60, 60, 60, 72, 72, 72], ['scan 3: 12 prompts added']],
    ['shrinks by one', [60, 60, 60, 60, 59, 59, 59, 59, 59], []],
    ['grows only in the newest two scans', [60, 60, 60, 72, 72], []],
    [
      'changes twice',
      [50, 50, 50, 60, 60, 60, 70, 70, 70],
      ['scan 3: 10 prompts added', 'scan 6: 10 prompts added'],
    ],
    ['is known for one scan only', [60], []],
    ['is unknown', [], []],
  ])('that %s (%j) has the changes %j', (_, prompts, expected) => {
    expect(describeChanges([], prompts)).toEqual(expected);
  });
});

describe('rules', () => {
  const [newRules, earlierRules] = ['names found by new rules', 'names found by earlier rules'];
  it.each([
    ['stay the same', [2, 2, 2], []],
    ['change', [1, 1, 2, 2], [`scan 2: ${newRules}`]],
    ['change at the second of two scans', [1, 2], [`scan 1: ${newRules}`]],
    ['change for a single scan', [2, 1, 2], [`scan 1: ${earlierRules}`, `scan 2: ${newRules}`]],
    ['are known for one scan only', [2], []],
    ['are unknown', [], []],
  ])('that %s (%j) have the changes %j', (_, rules, expected) => {
    expect(describeChanges([], [], rules)).toEqual(expected);
  });
});

it('groups several changes at one scan, platforms first, and keeps scans in order', () => {
  expect(
    describeChanges(
      [
        coverageOf(
          reportOf({ always: '########', ChatGPT: '###.....', Gemini: '...#####' }),
          'platform',
        ),
        coverageOf(reportOf({ Germany: '########', France: '..######' }), 'region'),
      ],
      [60, 60, 60, 72, 72, 72, 72, 72],
      [1, 1, 1, 2, 2, 2, 2, 2],
    ),
  ).toEqual([
    'scan 2: France added',
    'scan 3: ChatGPT removed, Gemini added, 12 prompts added, names found by new rules',
  ]);
});

describe('a platform', () => {
  /** Describes the changes of a platform with one model per letter; a dot stands for an unknown model. */
  const describeModelChanges = (letters: string, evidence = '#'.repeat(letters.length)) =>
    describeChanges(
      [coverageOf(reportOf({ Claude: evidence, Gemini: '#'.repeat(letters.length) }), 'platform')],
      [],
      [],
      [...letters].map((model, index) => ({
        scan: scanAt(index),
        models: model === '.' ? [] : [{ platform: 'Claude', model }],
      })),
    );

  it.each([
    ['answers by one model', 'aaaaaaaaaa', []],
    ['changes its model', 'aaaaabbbbb', ['scan 5: Claude: a → b']],
    ['changes its model twice', 'aaabbbccc', ['scan 3: Claude: a → b', 'scan 6: Claude: b → c']],
    [
      'changes its model and back',
      'aaaabbbaaa',
      ['scan 4: Claude: a → b', 'scan 7: Claude: b → a'],
    ],
    ['has a new model in its last two scans only', 'aaaaaaaabb', []],
    ['has another model on two days', 'aaaaabbaaaaa', []],
    ['has a third model on the day of the change', 'aaaaacbbbbb', ['scan 6: Claude: a → b']],
    ['has unknown models around the change', '..aaaa..bbbb', ['scan 8: Claude: a → b']],
    ['mixes two models all the time', 'abaabbabaaabbbabab', []],
    [
      'mixed two models long before the change',
      `${'ab'.repeat(20)}${'a'.repeat(60)}${'c'.repeat(30)}`,
      ['scan 100: Claude: a → c'],
    ],
    ['never has a known model', '..........', []],
  ])('that %s (%s) has the changes %j', (_, letters, expected) => {
    expect(describeModelChanges(letters)).toEqual(expected);
  });

  it('has no change of its model in scans that have no evidence for it', () => {
    expect(describeModelChanges('aaaaabbbbb', '#####.....')).toEqual(['scan 5: Claude removed']);
  });

  it('that is filtered out has no changes', () => {
    const models = [...'aaaaabbbbb'].map((model, index) => ({
      scan: scanAt(index),
      models: [{ platform: 'Claude', model }],
    }));
    const coverage = coverageOf(reportOf({ Gemini: '##########' }), 'platform');
    expect(describeChanges([coverage], [], [], models)).toEqual([]);
  });
});
