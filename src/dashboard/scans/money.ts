import { numberFormatOf } from '../../figures/formats/number-format.ts';
import { pageLocale } from '../locale.ts';

const options = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;

/** An amount of US dollars: "$3.10", "$1,240.00"; "less than $0.01" for less than half a cent but something. */
export function money(usd: number): string {
  const format = numberFormatOf(pageLocale(), 'US dollars', options);
  return usd > 0 && usd < 0.005 ? `less than ${format.format(0.01)}` : format.format(usd);
}

/** The price of a question in US dollars, with up to four decimals: "$0.0124". */
export const price = (usd: number): string =>
  numberFormatOf(pageLocale(), 'price', { ...options, maximumFractionDigits: 4 }).format(usd);
