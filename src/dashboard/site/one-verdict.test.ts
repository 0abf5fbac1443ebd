import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../tests/faults/random.ts';
import { addDays } from '../../contract/dates/days.ts';
import { type Periods, periodsOf } from '../../contract/dates/periods.ts';
import { compareReport, withMeasurementChanges } from '../../figures/comparison/compare-report.ts';
import { findRealMoves } from '../../figures/comparison/find-real-moves.ts';
import { moveOfAll, withVerdictOfAll } from '../../figures/comparison/move-of-all.ts';
import type { ReportColumns } from '../../figures/series/columns.ts';
import type { Grouping } from '../../figures/series/grouping.ts';
import { findCellMoves } from './matrix/cell-moves.ts';
import { toMatrix } from './matrix/matrix.ts';

const acme = '00000000-0000-4000-8000-000000000001';
const lastDay = '2026-10-31';
const periodLength = 10;
const scanCount = 6 * periodLength;
const answersPerCell = 40;

const periodsOfTest = (): Periods => {
  const start = addDays(lastDay, 1 - periodLength);
  const custom = { compareStart: null, compareEnd: null };
  const periods = periodsOf({ start, end: lastDay }, 'previous', custom);
  if (!periods) throw new Error('There are no periods.');
  return periods;
};

/** How many of its answers mention a brand, by scan. */
type Counts = readonly number[];

function reportOf(
  groupBy: Grouping,
  counts: Record<string, [Counts, answers: number]>,
): ReportColumns {
  return {
    metric: 'visibility',
    groupBy,
    brand: { id: acme, name: 'Acme' },
    isOfTrackedBrand: true,
    trackedId: groupBy === 'brand' && acme in counts ? acme : null,
    filters: null,
    scans: Array.from({ length: scanCount }, (_, index) => {
      const date = addDays(lastDay, index + 1 - scanCount);
      return {
        scanId: `scan ${index}`,
        date,
        hasTime: true,
        moment: Date.parse(`${date}T10:00:00Z`),
      };
    }),
    series: Object.entries(counts).map(([key, [mentions, answers]]) => ({
      id: key,
      key,
      label: key,
      values: Float64Array.from(mentions, (count) => (100 * count) / answers),
      present: null,
    })),
    unplaced: 0,
  };
}

const sumOf = (list: readonly Counts[]): Counts =>
  Array.from({ length: scanCount }, (_, scan) =>
    list.reduce((sum, counts) => sum + (counts[scan] ?? 0), 0),
  );

/** A site of some platforms and regions, some of whose cells rise or fall in the last period. */
function createSite(
  platforms: readonly string[],
  regions: readonly string[],
  random: () => number,
) {
  const drawCounts = (): Counts => {
    const rate = 0.3 + 0.3 * random();
    const step = random() < 0.3 ? (random() - 0.5) * 0.5 : 0;
    return Array.from({ length: scanCount }, (_, scan) => {
      const rateThen = rate + (scan >= scanCount - periodLength ? step : 0);
      return Array.from({ length: answersPerCell }, random).filter((draw) => draw < rateThen)
        .length;
    });
  };
  const cells = platforms.map((platform) => ({
    platform,
    regions: regions.map((region) => ({ region, counts: drawCounts() })),
  }));
  const platformCounts = cells.map((row) => sumOf(row.regions.map(({ counts }) => counts)));
  const regionCounts = regions.map((_, index) =>
    sumOf(cells.map((row) => row.regions[index]?.counts ?? [])),
  );
  const all = platforms.length * regions.length * answersPerCell;
  const others = ['b', 'c', 'd'].map((key): [string, [Counts, number]] => [
    key,
    [drawCounts(), answersPerCell],
  ]);
  return {
    byBrand: reportOf('brand', {
      [acme]: [sumOf(platformCounts), all],
      ...Object.fromEntries(others),
    }),
    byPlatform: reportOf(
      'platform',
      Object.fromEntries(
        platforms.map((key, index) => [
          key,
          [platformCounts[index] ?? [], regions.length * answersPerCell],
        ]),
      ),
    ),
    byRegion: reportOf(
      'region',
      Object.fromEntries(
        regions.map((key, index) => [
          key,
          [regionCounts[index] ?? [], platforms.length * answersPerCell],
        ]),
      ),
    ),
    rows: new Map(
      cells.map((row) => [
        row.platform,
        reportOf(
          'region',
          Object.fromEntries(
            row.regions.map(({ region, counts }) => [region, [counts, answersPerCell]]),
          ),
        ),
      ]),
    ),
  };
}

/** The verdicts of a report's series, as its page shows them. */
function verdictsOf(report: ReportColumns, byBrand: ReportColumns, compared: Periods) {
  const { comparison } = compareReport(report, compared);
  if (!comparison) throw new Error('Nothing is compared.');
  const adjusted = withMeasurementChanges(comparison, []);
  const { moves } = withVerdictOfAll(adjusted, moveOfAll(byBrand, adjusted, []));
  return new Map([...moves].map(([id, { verdict }]) => [id, verdict]));
}

const sites: readonly [string, readonly string[], readonly string[]][] = [
  ['three platforms in three regions', ['p', 'q', 'r'], ['DE', 'FR', 'US']],
  ['three platforms in one region', ['p', 'q', 'r'], ['DE']],
  ['one platform in three regions', ['p'], ['DE', 'FR', 'US']],
  ['one platform in one region', ['p'], ['DE']],
];

describe.each(sites)('on every page of a site with %s', (_, platforms, regions) => {
  const random = createRandom(20261127);
  const compared = periodsOfTest();
  const examples = Array.from({ length: 40 }, () => {
    const site = createSite(platforms, regions, random);
    const { byBrand, byPlatform, byRegion, rows } = site;
    const reports = { byPlatform, byRegion, rows, compared, changes: [] };
    return {
      ...site,
      ofBrands: verdictsOf(byBrand, byBrand, compared),
      ofPlatforms: verdictsOf(byPlatform, byBrand, compared),
      ofRegions: verdictsOf(byRegion, byBrand, compared),
      matrix: toMatrix({ ...reports, byBrand }),
      moved: findRealMoves(
        { brand: byBrand, platform: byPlatform, region: byRegion },
        {
          compared,
          reference: byBrand,
          changes: [],
          cellMoves: findCellMoves(reports),
          areBrandsChosen: false,
        },
      ),
    };
  });

  it('a platform and a region have one verdict', () => {
    for (const { matrix, ofPlatforms, ofRegions } of examples) {
      for (const { key, total } of matrix.rows)
        expect(total?.verdict).toEqual(ofPlatforms.get(key));
      for (const { key, total } of matrix.regions)
        expect(total?.verdict).toEqual(ofRegions.get(key));
    }
  });

  it('the corner of the matrix has the verdict and the mean of the headline', () => {
    for (const { matrix, byBrand, ofBrands } of examples) {
      const headline = compareReport(byBrand, compared).comparison?.moves.get(acme);
      expect(matrix.overall?.verdict).toEqual(ofBrands.get(acme));
      expect(matrix.overall?.mean).toBe(headline?.now);
      expect(matrix.overall?.before).toBe(headline?.before);
    }
  });

  it('all that there is of a brand, a platform or a region has one verdict', () => {
    for (const { matrix, ofBrands, ofPlatforms, ofRegions } of examples) {
      if (platforms.length === 1) expect(ofPlatforms.get('p')).toEqual(ofBrands.get(acme));
      if (regions.length === 1) expect(ofRegions.get('DE')).toEqual(ofBrands.get(acme));
      for (const { key, cells } of matrix.rows) {
        for (const [region, { verdict }] of cells) {
          if (regions.length === 1) expect(verdict).toEqual(ofPlatforms.get(key));
          if (platforms.length === 1) expect(verdict).toEqual(ofRegions.get(region));
        }
      }
    }
  });

  it('what moved names each real move once, up to five, and nothing else', () => {
    let namedCount = 0;
    for (const { matrix, moved, ofBrands, ofPlatforms, ofRegions } of examples) {
      const isReal = ({ kind }: { kind: string }) => kind === 'real';
      const cells = matrix.rows.flatMap((row) => [...row.cells.values()]);
      const realCount = [
        ...ofBrands.values(),
        ...(platforms.length > 1 ? ofPlatforms.values() : []),
        ...(regions.length > 1 ? ofRegions.values() : []),
        ...(platforms.length > 1 && regions.length > 1
          ? cells.flatMap(({ verdict }) => verdict ?? [])
          : []),
      ].filter(isReal).length;
      expect(moved.moves).toHaveLength(Math.min(5, realCount));
      namedCount += moved.moves.length;
    }
    expect(namedCount).toBeGreaterThan(20);
  });
});

describe('what moved', () => {
  const compared = periodsOfTest();
  const rising = Array.from(
    { length: scanCount },
    (_, scan) => (scan % 3) + (scan < scanCount - periodLength ? 10 : 20),
  );
  const steady = rising.map((_, scan) => 10 + (scan % 3));
  const platform = reportOf('platform', { p: [rising, 40], q: [steady, 40] });

  const contextOf = (reference: ReportColumns, areBrandsChosen: boolean) => ({
    compared,
    reference,
    changes: [],
    cellMoves: [],
    areBrandsChosen,
  });

  it('is about the chosen brands only', () => {
    const byBrand = reportOf('brand', { b: [steady, 40], c: [rising, 40] });
    const { moves } = findRealMoves({ brand: byBrand, platform }, contextOf(byBrand, true));
    expect(moves.map(({ label, brand }) => [label, brand])).toEqual([['c', 'c']]);
  });

  it('names the brand of a platform', () => {
    const byBrand = reportOf('brand', { [acme]: [steady, 40] });
    const { moves } = findRealMoves({ brand: byBrand, platform }, contextOf(byBrand, true));
    expect(moves.map(({ label, brand }) => [label, brand])).toEqual([['p', 'Acme']]);
  });

  it('says that none of the chosen brands moved if only the tracked brand did', () => {
    const byBrand = reportOf('brand', { b: [steady, 40] });
    const reports = { brand: byBrand, platform };
    const { moves, emptyText } = findRealMoves(reports, contextOf(byBrand, true));
    expect(moves).toEqual([]);
    expect(emptyText).toMatch(/^None of the chosen brands moved/);
  });

  it('says nothing of what was measured differently, nor of the move that is shown elsewhere', () => {
    const byBrand = reportOf('brand', { [acme]: [rising, 40] });
    const still = reportOf('platform', { p: [steady, 40], q: [steady, 40] });
    const reports = { brand: byBrand, platform: still };
    const shownElsewhere = compareReport(byBrand, compared).comparison?.moves.get(acme) ?? null;
    const context = { ...contextOf(byBrand, false), shownElsewhere };
    expect(findRealMoves(reports, context)).toMatchObject({ moves: [], judged: 'all' });
    const scan = byBrand.scans.at(-periodLength);
    if (!scan) throw new Error('There is no such scan.');
    const label = '12 prompts';
    const changes = [
      { scan, changes: [{ kind: 'prompts' as const, label, change: 'added' as const }] },
    ];
    expect(findRealMoves(reports, { ...context, changes })).toMatchObject({
      moves: [],
      judged: 'none',
      emptyText: expect.stringMatching(/^The periods were measured differently/),
    });
  });

  it('includes platforms if the service does not say which series is the tracked brand’s', () => {
    const byBrand = reportOf('brand', { b: [steady, 40] });
    const { moves } = findRealMoves({ brand: byBrand, platform }, contextOf(byBrand, false));
    expect(moves.map(({ label, brand }) => [label, brand])).toEqual([['p', 'Acme']]);
  });

  it('is about one brand if the page is about another brand than the tracked one', () => {
    const byBrand = reportOf('brand', { [acme]: [rising, 40], b: [steady, 40], c: [rising, 40] });
    const ofOther = {
      ...reportOf('platform', { p: [steady, 40], q: [steady, 40] }),
      brand: { id: 'b', name: 'b' },
      isOfTrackedBrand: false,
    };
    const reports = { brand: byBrand, platform: ofOther };
    expect(findRealMoves(reports, contextOf(ofOther, false)).moves).toEqual([]);
    const own = reportOf('platform', { p: [steady, 40], q: [steady, 40] });
    const { moves } = findRealMoves({ ...reports, platform: own }, contextOf(own, false));
    expect(moves.map(({ label }) => label)).toEqual([acme, 'c']);
  });

  it('names the same answers once', () => {
    const byBrand = reportOf('brand', { [acme]: [steady, 40] });
    const region = reportOf('region', { DE: [rising, 40], FR: [steady, 40] });
    const reports = { brand: byBrand, platform, region };
    const { moves } = findRealMoves(reports, contextOf(byBrand, false));
    expect(moves.map(({ label }) => label)).toEqual(['p']);
  });

  it('does not depend on how many other brands there are', () => {
    const slight = rising.map((value, scan) =>
      scan < scanCount - periodLength ? value : value - 8.6,
    );
    const { kind } =
      compareReport(reportOf('brand', { [acme]: [slight, 40] }), compared).comparison?.moves.get(
        acme,
      )?.verdict ?? {};
    expect(kind).toBe('real');
    const others = Object.fromEntries(
      Array.from({ length: 60 }, (_, index): [string, [Counts, number]] => [
        `brand ${index}`,
        [steady, 40],
      ]),
    );
    const many = reportOf('brand', { [acme]: [slight, 40], slight: [slight, 40], ...others });
    const moves = compareReport(many, compared).comparison?.moves;
    expect(moves?.get(acme)?.verdict.kind).toBe('real');
    expect(moves?.get('slight')?.verdict.kind).toBe('scatter');
  });
});
