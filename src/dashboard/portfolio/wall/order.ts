import type { Client } from '../../../contract/resources.ts';
import type { Verdict } from '../../verdicts/verdicts.ts';
import type { ClientFigures } from './figures.ts';

/** A client with its figures, as far as they are known. */
export interface WallRow {
  id: string;
  client: Client;
  /** Undefined before they are loaded. */
  figures: ClientFigures | undefined;
  /** Judged among all rows with figures; null without. */
  verdict: Verdict | null;
  /** Whether the figures could not be loaded. */
  hasFailed: boolean;
}

/**
 * Orders of the clients as the address names them, each with its name. A minus reverses the usual direction of a
 * column: names from A, figures from the highest down.
 */
export const orders = {
  client: 'Client, A to Z',
  '-client': 'Client, Z to A',
  sites: 'Most sites',
  '-sites': 'Fewest sites',
  visibility: 'Highest visibility',
  '-visibility': 'Lowest visibility',
  change: 'Largest rise',
  '-change': 'Largest drop',
  drop: 'Worst real drop',
  scan: 'Newest scan',
  '-scan': 'Oldest scan',
} as const;
export type Order = keyof typeof orders;

const isOrder = (text: string): text is Order => Object.hasOwn(orders, text);

/** The order that an address names; null for the list's own, newest clients first. */
export const readOrder = (text: unknown): Order | null =>
  typeof text === 'string' && isOrder(text) ? text : null;

const columns = ['client', 'sites', 'visibility', 'change', 'scan'] as const;
export type Column = (typeof columns)[number];

/** The column an order sorts by, and in which direction; null where no header shows it. */
export function sortedBy(order: Order | null): { column: Column; descending: boolean } | null {
  const isReversed = order?.startsWith('-') ?? false;
  const column = columns.find((each) => each === order?.slice(Number(isReversed)));
  return column === undefined ? null : { column, descending: (column !== 'client') !== isReversed };
}

/** The order after choosing a column's header: its usual direction, or the reverse of the present one. */
export const orderAfter = (order: Order | null, column: Column): Order =>
  order === column ? `-${column}` : column;

/** Whether an order needs the figures of every client. */
export const needsFigures = (order: Order | null): boolean =>
  order !== null && sortedBy(order)?.column !== 'client';

/** When the shown site was last scanned, in milliseconds since 1970; null if unknown. */
function lastScanOf({ figures }: WallRow): number | null {
  const last = figures?.shown?.trend.lastScan;
  if (!last) return null;
  return last.finished ?? (last.date === null ? null : Date.parse(`${last.date}T12:00:00Z`));
}

const figureOf: Record<Exclude<Column, 'client'> | 'drop', (row: WallRow) => number | null> = {
  sites: ({ figures }) => figures?.sites.length ?? null,
  visibility: ({ figures }) => figures?.shown?.comparison.now ?? null,
  change: ({ figures }) => figures?.shown?.comparison.change ?? null,
  // The size of the drop, so that the worst is the highest.
  drop: ({ verdict }) => (verdict?.kind === 'real' && verdict.change < 0 ? -verdict.change : null),
  scan: lastScanOf,
};

/** Rows in an order. Those without the figure come last either way; equal ones keep the list's order. */
export function sortRows(rows: readonly WallRow[], order: Order | null, locale: string): WallRow[] {
  if (order === null) return [...rows];
  const by = sortedBy(order);
  const sign = by?.descending === false ? 1 : -1;
  if (by?.column === 'client') {
    const names = new Intl.Collator(locale, { numeric: true });
    const nameOf = ({ client }: WallRow) => client.name || client.id;
    return rows.toSorted((a, b) => sign * names.compare(nameOf(a), nameOf(b)));
  }
  const figure = figureOf[by?.column ?? 'drop'];
  return rows.toSorted((a, b) => {
    const [one, other] = [figure(a), figure(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * Math.sign(one - other);
  });
}
