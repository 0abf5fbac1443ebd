import type { Cell } from '../../../contract/csv-lines.ts';
import { roundAsShown } from '../../../figures/formats/values.ts';
import type { Wording } from '../../../figures/series/wording.ts';

/** Rounds a figure as the page does. Empty if there is none. */
export const roundFigure = (value: number | null, { decimals }: Wording): Cell =>
  value === null ? '' : roundAsShown(value, decimals);

/** Adds the unit to a heading: "Latest (%)", "Change (pt)". */
export const addUnit = (name: string, { unit }: Wording, isChange = false): string =>
  unit === undefined ? name : `${name} (${isChange && unit === '%' ? 'pt' : unit})`;
