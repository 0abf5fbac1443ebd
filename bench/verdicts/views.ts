import { compare, judge } from '../../src/figures/verdicts/verdicts.ts';

/** What a simulated site measures: as many brands, platforms, regions and prompts as the site of the sample data. */
const siteSize = { brands: 8, platforms: 9, regions: 3, prompts: 16 } as const;
/** Standard deviations by which a changed series differs between the two periods. */
const changeSize = 3;

/** Values of a series by scan, oldest first. */
type Series = readonly number[];

const averageOf = (list: readonly Series[]): number[] =>
  (list[0] ?? []).map(
    (_, scan) => list.reduce((sum, values) => sum + (values[scan] ?? 0), 0) / list.length,
  );

const range = (count: number): number[] => [...new Array(count).keys()];

/** The families of changes that one view of a site judges, each with its series. */
interface Families {
  /** The brand that the site tracks, over everything. */
  brand: readonly Series[];
  otherBrands: readonly Series[];
  platforms: readonly Series[];
  regions: readonly Series[];
  prompts: readonly Series[];
  cells: readonly Series[];
}

/**
 * Simulates a site on which nothing changes. Platforms and regions are averages of the same cells, and their averages
 * and those of the prompts are the brand's figures.
 * @param createSeries creates a series of variance 1
 */
function simulateSite(createSeries: () => Series): Families {
  const { brands, platforms, regions, prompts } = siteSize;
  const cells = range(platforms * regions).map(createSeries);
  const brand = averageOf(cells);
  const scale = Math.sqrt(prompts / cells.length);
  const ownPrompts = range(prompts).map(createSeries);
  const averagePrompt = averageOf(ownPrompts);
  return {
    brand: [brand],
    otherBrands: range(brands - 1).map(createSeries),
    platforms: range(platforms).map((platform) =>
      averageOf(cells.slice(platform * regions, (platform + 1) * regions)),
    ),
    regions: range(regions).map((region) =>
      averageOf(cells.filter((_, index) => index % regions === region)),
    ),
    prompts: ownPrompts.map((values) =>
      values.map(
        (value, scan) => scale * (value - (averagePrompt[scan] ?? 0)) + (brand[scan] ?? 0),
      ),
    ),
    cells,
  };
}

/** Whether each series of a family is a real move. */
function realMovesOf(family: readonly Series[], length: number): boolean[] {
  const comparisons = family.map((values) => {
    const periods = range(values.length / length).map((at) =>
      values.slice(at * length, (at + 1) * length),
    );
    const [before = [], now = []] = periods.slice(-2);
    return compare({ now, before, earlier: periods.slice(0, -2) });
  });
  return judge(comparisons).map(({ kind }) => kind === 'real');
}

/** Raises the last period of a series by three standard deviations of its scans. */
const withStep = (values: Series, length: number, deviation: number): number[] =>
  values.map(
    (value, scan) => value + (scan >= values.length - length ? changeSize * deviation : 0),
  );

export interface ViewShares {
  /** The share of views of an unchanged site that call anything real. */
  wrong: number;
  /** The share of views that find a step of the tracked brand, judged alone. */
  brandFound: number;
  /** The share of views that find a step of one platform, judged with the others. */
  platformFound: number;
}

/**
 * Simulates views of a site whose periods have `length` scans.
 * @param createSeries creates a series of variance 1 and a number of scans
 */
export function simulateViews(
  length: number,
  earlierPeriods: number,
  runs: number,
  createSeries: (length: number) => Series,
): ViewShares {
  const counts = { wrong: 0, brandFound: 0, platformFound: 0 };
  for (let run = 0; run < runs; run += 1) {
    const site = simulateSite(() => createSeries(length * (earlierPeriods + 2)));
    const hasReal = Object.values(site).some((family: readonly Series[]) =>
      realMovesOf(family, length).includes(true),
    );
    if (hasReal) counts.wrong += 1;
    const { platforms, regions } = siteSize;
    const [brand = []] = site.brand;
    const changedBrand = withStep(brand, length, 1 / Math.sqrt(platforms * regions));
    if (realMovesOf([changedBrand], length)[0]) counts.brandFound += 1;
    const [platform = [], ...otherPlatforms] = site.platforms;
    const changedPlatform = withStep(platform, length, 1 / Math.sqrt(regions));
    if (realMovesOf([changedPlatform, ...otherPlatforms], length)[0]) counts.platformFound += 1;
  }
  return {
    wrong: counts.wrong / runs,
    brandFound: counts.brandFound / runs,
    platformFound: counts.platformFound / runs,
  };
}
