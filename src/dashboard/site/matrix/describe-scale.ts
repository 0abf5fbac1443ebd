import { valueText, type Wording } from '../series/reading.ts';

/** Says what the colours of a matrix mean, for figures from the lowest to the highest mean. */
export function describeScale([low, high]: readonly [number, number], wording: Wording): string {
  const [lowText, highText] = [valueText(low, wording), valueText(high, wording)];
  return lowText === highText
    ? `All figures are level at ${lowText}`
    : `Stronger colours mean higher values: ${lowText} to ${highText}`;
}
