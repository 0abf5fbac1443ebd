import type { Cell } from '../../../contract/csv-lines.ts';
import type { Wording } from '../series/reading.ts';

/** Rounds a figure as the page does, unlike `toFixed`: 40.55 becomes 40.6. Empty if there is none. */
export function roundFigure(value: number | null, { decimals }: Wording): Cell {
  if (value === null) return '';
  const options = { maximumFractionDigits: decimals, useGrouping: false };
  return Number(new Intl.NumberFormat('en-US', options).format(value));
}

/** Adds the unit to a heading: "Latest (%)", "Change (pt)". */
export const addUnit = (name: string, { unit }: Wording, isChange = false): string =>
  unit === undefined ? name : `${name} (${isChange && unit === '%' ? 'pt' : unit})`;
