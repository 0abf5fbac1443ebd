import type { Client } from '../../../contract/portfolio.ts';
import type { IncomparablePeriods, RemarkedVerdict } from '../../site/comparison/shown-verdict.ts';
import type { ClientFigures, FailedScanCount } from './figures.ts';

/** A client with its figures, as far as they are known. */
export interface ClientRow {
  id: string;
  client: Client;
  /** Undefined before they are loaded. */
  figures: ClientFigures | undefined;
  /**
   * The verdict on the change, or why there is none; null without a change. The verdict allows for the number of
   * clients.
   */
  verdict: RemarkedVerdict | IncomparablePeriods | null;
  /** The failed scans of all the client's sites; null if unknown. */
  failedScans: FailedScanCount | null;
  /** Decimals of every visibility and change, the same in all rows. */
  decimals: number;
  /** Whether the figures could not be loaded. */
  hasFailed: boolean;
  /** Whether the figures are being loaded. */
  isLoading: boolean;
}

const columns = ['client', 'sites', 'visibility', 'change', 'trend', 'scan', 'failed'] as const;
export type Column = (typeof columns)[number];

/**
 * An order as named in the address: a column, or `drop`, which puts real drops before other changes, the largest drop
 * first in each group. Names are sorted from A and figures from the highest; a minus before the column reverses this.
 */
export type Order = Column | `-${Column}` | 'drop';

export const orders: readonly Order[] = [
  ...columns.flatMap((column): Order[] => [column, `-${column}`]),
  'drop',
];

/** Reads the order from an address; null, the list's own (newest clients first), if it is missing or invalid. */
export const readOrder = (text: unknown): Order | null =>
  orders.find((order) => order === text) ?? null;

/** The rows as they are shown. */
export interface SortedRows {
  rows: readonly ClientRow[];
  /** The order of `rows`: null, the list's own, until everything that the chosen order needs has loaded or failed. */
  order: Order | null;
  /** The number of clients whose figures have loaded or failed. */
  settledCount: number;
}

/** The column that an order sorts by, and the direction; null for `drop` and for the list's own order. */
export function sortColumnOf(
  order: Order | null,
): { column: Column; isDescending: boolean } | null {
  const isReversed = order?.startsWith('-') ?? false;
  const column = columns.find((name) => name === order?.slice(Number(isReversed)));
  return column === undefined
    ? null
    : { column, isDescending: (column !== 'client') !== isReversed };
}

/** The order after choosing a column's header: the column's usual order, or the reverse if that is the current one. */
export const orderAfter = (order: Order | null, column: Column): Order =>
  order === column ? `-${column}` : column;

/** Whether an order needs the figures of every client. */
export const needsFigures = (order: Order | null): boolean =>
  order !== null && sortColumnOf(order)?.column !== 'client';
