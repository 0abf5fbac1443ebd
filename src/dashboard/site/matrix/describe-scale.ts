import { valueText, type Wording } from '../../../figures/series/wording.ts';
import type { Matrix } from './matrix.ts';

/** Says what the two colours of a scale mean whose middle is `neutral`. */
export const describeSides = (neutral: number, wording: Wording): string =>
  `Orange is below neutral (${valueText(neutral, wording)}), blue above; stronger colours are further away`;

/** Says what the colours of a matrix mean. Empty without figures. */
export function describeScale({ meanRange, neutral }: Matrix, wording: Wording): string {
  if (!meanRange) return '';
  const [lowText, highText] = meanRange.map((mean) => valueText(mean, wording));
  if (neutral !== null) return describeSides(neutral, wording);
  return lowText === highText
    ? `All figures are level at ${lowText}`
    : `Stronger colours mean higher values: ${lowText} to ${highText}`;
}
