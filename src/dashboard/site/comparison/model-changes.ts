/** Consecutive scans of a platform that have the same model. */
interface Stretch {
  model: string;
  /** The index of its first scan. */
  start: number;
  length: number;
}

/** The minimum length of a stretch, in scans; a shorter one may be accidental. */
const minStretch = 3;
/** If more of a platform's scans than this share are in shorter stretches, the platform mixes models. */
const maxMixedShare = 0.2;

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
 * ignored, unless they make up more than a fifth of the scans; then the platform mixes models, and nothing changed.
 * @param models the model of each scan where it is known, oldest first
 * @returns the index of the first scan of each new model
 */
export function findModelChanges(
  models: readonly string[],
): { at: number; from: string; to: string }[] {
  const steady = stretchesOf(models).filter(({ length }) => length >= minStretch);
  const steadyCount = steady.reduce((sum, { length }) => sum + length, 0);
  if (models.length - steadyCount > maxMixedShare * models.length) return [];
  return steady.slice(1).flatMap(({ model, start }, index) => {
    const from = steady[index]?.model ?? model;
    return from === model ? [] : [{ at: start, from, to: model }];
  });
}
