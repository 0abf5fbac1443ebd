import { lastScanTimeOf } from '../trend.ts';
import { type ClientRow, type Column, type Order, sortColumnOf } from './order.ts';

const figureOf: Record<Exclude<Column, 'client'> | 'drop', (row: ClientRow) => number | null> = {
  sites: ({ figures }) => figures?.sites.length ?? null,
  visibility: ({ figures }) => figures?.shown?.comparison.now ?? null,
  change: ({ figures }) => figures?.shown?.comparison.change ?? null,
  // The size of the drop, so that the largest drop is the highest figure.
  drop: ({ figures }) => {
    const change = figures?.shown?.comparison.change ?? null;
    return change === null ? null : -change;
  },
  trend: ({ figures }) => figures?.shown?.trend.slope ?? null,
  scan: ({ figures }) => (figures?.shown ? lastScanTimeOf(figures.shown.trend) : null),
  failed: ({ failedScans }) => failedScans?.count ?? null,
};

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
  const figure = figureOf[sorting?.column ?? 'drop'];
  const isRealDrop = ({ verdict }: ClientRow) => verdict?.kind === 'real' && verdict.change < 0;
  return rows.toSorted((a, b) => {
    if (order === 'drop' && isRealDrop(a) !== isRealDrop(b)) return isRealDrop(a) ? -1 : 1;
    const [one, other] = [figure(a), figure(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * Math.sign(one - other);
  });
}
