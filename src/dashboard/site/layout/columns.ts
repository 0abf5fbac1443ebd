import type { ReactNode } from 'react';
import type { ShownVerdict } from '../../../figures/comparison/shown-verdict.ts';
import type { Definition } from '../../../figures/series/definitions.ts';

/** A column of a CSV file. */
export interface CsvColumn<Row, Context> {
  heading: (context: Context) => string;
  value: (row: Row, context: Context) => string | number | null;
  /** Set for figures, which are rounded as on the page. Their unit is added to the heading. */
  unit?: 'value' | 'change';
}

interface JudgedChange {
  now: number | null;
  before: number | null;
  verdict: ShownVerdict;
  /** Whether the figures are the tracked brand's. */
  isTracked: boolean;
}

/** What rows are sorted by: a figure, the highest first, or text, from A on. */
type Sorting<Row, Context> =
  | { figure: (row: Row, context: Context) => number | null }
  | { compare: (a: Row, b: Row, collator: Intl.Collator) => number };

/**
 * Everything that one column of a table shows. The first column names the row.
 * @template Context what the table shows, apart from its rows
 */
export interface Column<Row, Context> {
  /** Its name in the address, to sort by it. */
  id: string;
  heading: (context: Context) => string;
  definition?: (context: Context) => Definition | null;
  isNumber?: boolean;
  /** A class of its cells, other than that of numbers. */
  cellClass?: string | undefined;
  /** Missing if it is always shown. */
  isShown?: (context: Context) => boolean;
  sorting: Sorting<Row, Context>;
  /** Its cell as text; null if there is no figure. Absent if the column cannot be written as text; reports leave it out. */
  text?: (row: Row, context: Context) => string | null;
  /** Its cell on the page, if that shows more than the text. */
  cell?: (row: Row, context: Context) => ReactNode;
  /** The verdict that the text is about, which reports set in bold or in colour. */
  judged?: (row: Row, context: Context) => JudgedChange | null;
  /** Its columns in the CSV file of the table. */
  csv?: readonly CsvColumn<Row, Context>[];
}

/** Shown where there is no figure. */
export const noFigure = '–';

/** The columns to show, in order. */
export const columnsIn = <Row, Context>(
  columns: readonly Column<Row, Context>[],
  context: Context,
): Column<Row, Context>[] => columns.filter(({ isShown }) => isShown?.(context) ?? true);

/** The column that rows are sorted by, and the direction. */
export interface Order<Row, Context> {
  column: Column<Row, Context>;
  isDescending: boolean;
}

/**
 * Reads an order as the address names it: a column, with a minus to reverse its usual direction.
 * @param columns the columns shown; if `text` names none of them, rows are sorted by the second one
 */
export function readOrder<Row, Context>(
  text: string | null,
  columns: readonly Column<Row, Context>[],
): Order<Row, Context> | null {
  const name = text?.replace(/^-/, '');
  const named = columns.find(({ id }) => id === name);
  const column = named ?? columns[1];
  const isReversed = named !== undefined && name !== text;
  return column ? { column, isDescending: 'figure' in column.sorting !== isReversed } : null;
}

/**
 * The order after choosing a column, as the address names it: the column's usual direction, or the reverse if rows are
 * already sorted that way.
 */
export function orderAfter<Row, Context>(
  order: Order<Row, Context> | null,
  { id, sorting }: Column<Row, Context>,
): string {
  const isSorted = order?.column.id === id && order.isDescending === 'figure' in sorting;
  return isSorted ? `-${id}` : id;
}

/** Sorts rows. Rows without a figure to sort by come last in both directions; ties keep their order. */
export function sortRows<Row, Context>(
  rows: readonly Row[],
  order: Order<Row, Context> | null,
  context: Context,
  locale: string | undefined,
): Row[] {
  if (!order) return [...rows];
  const { sorting } = order.column;
  const sign = order.isDescending ? -1 : 1;
  if ('compare' in sorting) {
    const collator = new Intl.Collator(locale, { numeric: true });
    return rows.toSorted((a, b) => sign * sorting.compare(a, b, collator));
  }
  return rows.toSorted((a, b) => {
    const [first, second] = [sorting.figure(a, context), sorting.figure(b, context)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * Math.sign(first - second);
  });
}
