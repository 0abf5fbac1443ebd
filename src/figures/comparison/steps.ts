/** A lasting change of level in a series of counts. */
export interface Step {
  /** Index of the first count of the new level. */
  at: number;
  /** New level minus old; never 0. */
  difference: number;
}

/** Shorter levels may be accidental. */
const minLevelLength = 3;
/** A step must be more than this many times the average distance of counts from their level. */
const minStepRatio = 5;

interface Level {
  counts: readonly number[];
  median: number;
  /** Average distance from the median, with an allowance for lost answers that were not observed. */
  jitter: number;
}

const sortAscending = (counts: readonly number[]): number[] => counts.toSorted((a, b) => a - b);

/** The median; the upper of two middle counts, since losses make counts smaller. */
const medianOf = (counts: readonly number[]): number =>
  sortAscending(counts)[counts.length >> 1] ?? Number.NaN;

/** The average distance of counts from the usual count at their index. */
const averageDistance = (
  counts: readonly number[],
  usualCountAt: (index: number) => number,
): number =>
  counts.reduce((sum, count, index) => sum + Math.abs(count - usualCountAt(index)), 0) /
  counts.length;

function levelOf(counts: readonly number[]): Level {
  const median = medianOf(counts);
  // Assumes one more lost answer than observed, because a few equal counts do not prove that there is no jitter.
  const jitter = averageDistance(counts, () => median) + 1 / counts.length;
  return { counts, median, jitter };
}

/** The second-highest count, since the highest may be too large by mistake. */
const heightOf = ({ counts, median }: Level): number => sortAscending(counts).at(-2) ?? median;

/** How clearly two neighbouring levels differ; negative if one is too short. */
function clarityOf(before: Level, after: Level, jitter: number): number {
  const step = Math.abs(after.median - before.median);
  const ratio = step / Math.max(jitter, before.jitter, after.jitter);
  const isShort = Math.min(before.counts.length, after.counts.length) < minLevelLength;
  // Levels that are too short merge before all others, with the neighbour most like them.
  return isShort ? -1 / (1 + ratio) : ratio;
}

/** Splits counts into runs over which their median stays the same. @param medians the median of five at each count */
function runsOf(counts: readonly number[], medians: readonly number[]): Level[] {
  const starts = [...counts.keys()].filter((index) => medians[index] !== medians[index - 1]);
  return starts.map((start, index) => levelOf(counts.slice(start, starts[index + 1])));
}

/**
 * Finds the lasting changes of level in counts that may be too small now and then. Neighbouring levels merge, the
 * most alike first, until every level has at least three counts and every step is more than five times the jitter.
 * @param counts oldest first
 */
export function findSteps(counts: readonly number[]): Step[] {
  // The median of five ignores up to two unusual counts in a row, and keeps the edges of longer levels.
  const medians = counts.map((_, index) =>
    medianOf(counts.slice(Math.max(0, index - 2), index + 3)),
  );
  const jitter = averageDistance(counts, (index) => medians[index] ?? Number.NaN);
  const levels = runsOf(counts, medians);
  for (;;) {
    const clarities = levels
      .slice(1)
      .map((after, index) => clarityOf(levels[index] ?? after, after, jitter));
    const lowestClarity = Math.min(...clarities);
    if (!(lowestClarity <= minStepRatio)) break;
    const index = clarities.indexOf(lowestClarity);
    const mergedCounts = levels.slice(index, index + 2).flatMap((level) => level.counts);
    levels.splice(index, 2, levelOf(mergedCounts));
  }
  let at = 0;
  return levels.slice(1).flatMap((after, index) => {
    const before = levels[index] ?? after;
    at += before.counts.length;
    const difference = heightOf(after) - heightOf(before);
    // If the heights and the medians do not change in the same direction, only the losses changed.
    const isStep = difference !== 0 && difference > 0 === after.median > before.median;
    return isStep ? [{ at, difference }] : [];
  });
}
