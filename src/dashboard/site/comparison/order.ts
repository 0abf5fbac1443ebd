import type { Locale } from '../../time/format.ts';
import type { SeriesSummary } from '../series/series-summary.ts';
import type { SeriesMove } from './moves.ts';

/** The columns to sort by without a comparison; the default is the second one. */
export const latestColumns = ['label', 'latest', 'change', 'median', 'evidence', 'trend'] as const;
/** The columns to sort by in a comparison; the default is the second one. */
export const periodColumns = [
  'label',
  'now',
  'before',
  'change',
  'move',
  'median',
  'evidence',
  'trend',
] as const;
export type SortKey = (typeof latestColumns)[number] | (typeof periodColumns)[number];

export interface Order {
  by: SortKey;
  isDescending: boolean;
}

interface Row {
  summary: SeriesSummary;
  /** Undefined without a comparison. */
  move: SeriesMove | undefined;
}

const figureOf: Record<Exclude<SortKey, 'label'>, (row: Row) => number | null> = {
  latest: ({ summary }) => summary.latest,
  now: ({ move }) => move?.now ?? null,
  before: ({ move }) => move?.before ?? null,
  change: ({ summary: { change }, move }) =>
    move ? move.change : change && change.to - change.from,
  move: ({ move }) => (move?.verdict.kind === 'real' ? move.verdict.change : null),
  median: ({ summary }) => summary.median,
  evidence: ({ summary }) => summary.evidence.count,
  trend: ({ summary }) => summary.slope,
};

/** Sorts rows. Rows without a figure to sort by come last in both directions; ties keep the order of the report. */
export function sortRows<T extends Row>(
  rows: readonly T[],
  { by, isDescending }: Order,
  locale: Locale,
): T[] {
  const sign = isDescending ? -1 : 1;
  if (by === 'label') {
    const collator = new Intl.Collator(locale, { numeric: true });
    return rows.toSorted(
      (a, b) => sign * collator.compare(a.summary.series.label, b.summary.series.label),
    );
  }
  const figure = figureOf[by];
  return rows.toSorted((a, b) => {
    const [figureA, figureB] = [figure(a), figure(b)];
    if (figureA === null || figureB === null)
      return Number(figureA === null) - Number(figureB === null);
    return sign * Math.sign(figureA - figureB);
  });
}

/** The order after choosing a column: highest figures first, or names from A to Z. Choosing it again reverses that. */
export const orderAfter = (order: Order, by: SortKey): Order =>
  order.by === by
    ? { by, isDescending: !order.isDescending }
    : { by, isDescending: by !== 'label' };

/**
 * Reads a sort order from a query parameter: a column, with a minus to reverse its usual direction.
 * @param columns the columns shown; if `text` names none of them, rows are sorted by the second one, highest first
 */
export function readOrder(text: string | null, columns: readonly SortKey[]): Order {
  const isReversed = text?.startsWith('-') ?? false;
  const by = columns.find((column) => column === text?.slice(Number(isReversed)));
  if (by === undefined) return { by: columns[1] ?? 'label', isDescending: true };
  return { by, isDescending: (by !== 'label') !== isReversed };
}

/** Formats an order for the query parameter; null for the default order. */
export function writeOrder(
  { by, isDescending }: Order,
  columns: readonly SortKey[],
): string | null {
  if (by === columns[1] && isDescending) return null;
  return isDescending === (by !== 'label') ? by : `-${by}`;
}
