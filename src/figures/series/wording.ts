import type { Locale } from '../formats/dates.ts';
import { noEvidence, shortValue } from '../formats/values.ts';

/** How a view formats times and values. */
export interface Wording {
  zone: string;
  locale: Locale;
  /** Unit of the values, if known. */
  unit: string | undefined;
  /** Decimals of every value. */
  decimals: number;
  /** Whether a fall of the metric is good. */
  isLowerBetter?: boolean;
}

/** A value as text; "no evidence" for null. */
export const valueText = (value: number | null, { unit, locale, decimals }: Wording): string =>
  value === null ? noEvidence : shortValue(value, unit, locale, decimals);
