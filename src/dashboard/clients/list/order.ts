import { type ColumnId, columns } from './columns.ts';

/**
 * An order as named in the address: a column, or `drop`, which puts real drops before other changes, the largest drop
 * first in each group. Names are sorted from A and figures from the highest; a minus before the column reverses this.
 */
export type Order = ColumnId | `-${ColumnId}` | 'drop';

export const orders: readonly Order[] = [
  ...columns.flatMap(({ id }): Order[] => [id, `-${id}`]),
  'drop',
];

/** Reads the order from an address; null, the list's own (newest clients first), if it is missing or invalid. */
export const readOrder = (text: unknown): Order | null =>
  orders.find((order) => order === text) ?? null;

/** The column that an order sorts by, and the direction; null for `drop` and for the list's own order. */
export function sortColumnOf(
  order: Order | null,
): { column: ColumnId; isDescending: boolean } | null {
  const isReversed = order?.startsWith('-') ?? false;
  const column = columns.find(({ id }) => id === order?.slice(Number(isReversed)))?.id;
  return column === undefined
    ? null
    : { column, isDescending: (column !== 'client') !== isReversed };
}

/** The order after choosing a column's header: the column's usual order, or the reverse if that is the current one. */
export const orderAfter = (order: Order | null, column: ColumnId): Order =>
  order === column ? `-${column}` : column;

/** Whether an order needs the figures of every client. */
export const needsFigures = (order: Order | null): boolean =>
  order !== null && sortColumnOf(order)?.column !== 'client';
