/** Consecutive scans of a platform that have the same model. */
interface Stretch {
  model: string;
  /** The index of its first scan. */
  start: number;
  length: number;
}

/** The minimum length of a stretch, in scans; a shorter one may be accidental. */
const minStretch = 3;
/** If more of the scans around a change than this share are in shorter stretches, the platform mixes models. */
const maxMixedShare = 0.2;
/** How many scans before and after the two stretches of a change count as around it. */
const contextLength = 10;

function stretchesOf(models: readonly string[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [start, model] of models.entries()) {
    const last = stretches.at(-1);
    if (last?.model === model) last.length += 1;
    else stretches.push({ model, start, length: 1 });
  }
  return stretches;
}

/**
 * Finds where a platform changed from one model to another: both must last at least three scans. Shorter stretches are
 * ignored, unless they make up more than a fifth of the scans from ten before the one stretch to ten after the other;
 * then the platform mixes models, and nothing changed.
 * @param models the model of each scan where it is known, oldest first
 * @returns the index of the first scan of each new model
 */
export function findModelChanges(
  models: readonly string[],
): { at: number; from: string; to: string }[] {
  const stretches = stretchesOf(models);
  const isSteady = stretches.flatMap(({ length }) => new Array(length).fill(length >= minStretch));
  const steady = stretches.filter(({ length }) => length >= minStretch);
  return steady.slice(1).flatMap(({ model, start, length }, index) => {
    const before = steady[index];
    if (!before || before.model === model) return [];
    const around = isSteady.slice(
      Math.max(0, before.start - contextLength),
      start + length + contextLength,
    );
    const mixedCount = around.filter((steadyHere) => !steadyHere).length;
    return mixedCount > maxMixedShare * around.length
      ? []
      : [{ at: start, from: before.model, to: model }];
  });
}
