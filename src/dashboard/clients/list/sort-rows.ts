import { figureColumns } from './columns.ts';
import { type ClientRow, realMoveOf } from './figures.ts';
import { type Order, sortColumnOf } from './order.ts';

/** The size of the drop, so that the largest drop is the highest figure. */
function dropOf({ figures }: ClientRow): number | null {
  const change = figures?.shown?.comparison.change ?? null;
  return change === null ? null : -change;
}

/**
 * Sorts rows. In either direction, rows without the figure come last, and rows with equal figures keep their order. The
 * order `drop` puts real drops before all other rows.
 */
export function sortRows(
  rows: readonly ClientRow[],
  order: Order | null,
  locale: string,
): ClientRow[] {
  if (order === null) return [...rows];
  const sorting = sortColumnOf(order);
  const sign = sorting?.isDescending === false ? 1 : -1;
  if (sorting?.column === 'client') {
    const collator = new Intl.Collator(locale, { numeric: true });
    const nameOf = ({ client }: ClientRow) => client.name || client.id;
    return rows.toSorted((a, b) => sign * collator.compare(nameOf(a), nameOf(b)));
  }
  const figure = figureColumns.find(({ id }) => id === sorting?.column)?.figure ?? dropOf;
  const isRealDrop = (row: ClientRow) => realMoveOf(row) === 'drop';
  return rows.toSorted((a, b) => {
    if (order === 'drop' && isRealDrop(a) !== isRealDrop(b)) return isRealDrop(a) ? -1 : 1;
    const [one, other] = [figure(a), figure(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * Math.sign(one - other);
  });
}
