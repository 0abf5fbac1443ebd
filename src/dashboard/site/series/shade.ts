/** The background of a cell. */
export interface Shade {
  /** The side of neutral that a figure is on; null on a scale with one side. */
  side: 'above' | 'below' | null;
  /** From 0 for no colour to 1 for the strongest. */
  strength: number;
}

/** The figures that share a scale of colours. */
export interface ShadeScale {
  /** The lowest and the highest figure; null if there are none. */
  meanRange: readonly [number, number] | null;
  /** The figure in the middle of a scale with two sides; null if the scale has one side. */
  neutral: number | null;
}

/** The scale of colours for a metric. It has two sides for sentiment, and wherever figures are below zero. */
export function shadeScaleOf(metric: string, meanRange: ShadeScale['meanRange']): ShadeScale {
  const [low, high] = meanRange ?? [0, 0];
  // Up to 1, the scale is not the usual one from 0 to 100.
  const usualNeutral = metric === 'sentiment' && high > 1 ? 50 : null;
  return { meanRange, neutral: low < 0 ? 0 : usualNeutral };
}

/** The distance from neutral of the figure that is farthest from it. */
export const farthestFrom = (neutral: number, [low, high]: readonly [number, number]): number =>
  Math.max(Math.abs(low - neutral), Math.abs(high - neutral));

const clampToScale = (strength: number): number => Math.min(1, Math.max(0, strength));

/**
 * The shade of a figure. With one side, colours get stronger from the lowest figure to the highest, and are of medium
 * strength if all are equal. With two, they get stronger with the distance from neutral.
 */
export function shadeOf(mean: number, { meanRange, neutral }: ShadeScale): Shade {
  const range = meanRange ?? [mean, mean];
  if (neutral === null) {
    const [low, high] = range;
    return { side: null, strength: high > low ? clampToScale((mean - low) / (high - low)) : 0.5 };
  }
  const farthest = farthestFrom(neutral, range);
  return {
    side: mean < neutral ? 'below' : 'above',
    strength: farthest > 0 ? clampToScale(Math.abs(mean - neutral) / farthest) : 0,
  };
}
