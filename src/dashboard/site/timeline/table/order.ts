import type { Locale } from '../../../time/format.ts';
import type { SeriesFacts } from '../../report/facts.ts';

export const sortKeys = ['label', 'latest', 'change', 'median', 'evidence'] as const;
export type SortKey = (typeof sortKeys)[number];
export interface Order {
  by: SortKey;
  descending: boolean;
}

const figureOf: Record<Exclude<SortKey, 'label'>, (facts: SeriesFacts) => number | null> = {
  latest: (facts) => facts.latest,
  change: ({ change }) => change && change.to - change.from,
  median: (facts) => facts.median,
  evidence: ({ evidence }) => evidence.found,
};

/** Rows in an order. Those without the figure come last either way; equal ones keep the report's order. */
export function ordered<T extends { facts: SeriesFacts }>(
  rows: readonly T[],
  { by, descending }: Order,
  locale: Locale,
): T[] {
  const sign = descending ? -1 : 1;
  if (by === 'label') {
    const names = new Intl.Collator(locale, { numeric: true });
    return rows.toSorted(
      (a, b) => sign * names.compare(a.facts.series.label, b.facts.series.label),
    );
  }
  const figure = figureOf[by];
  return rows.toSorted((a, b) => {
    const [one, other] = [figure(a.facts), figure(b.facts)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * Math.sign(one - other);
  });
}

/** The order after choosing a column: figures from the highest down, names from A, and then the reverse. */
export const reordered = (order: Order, by: SortKey): Order =>
  order.by === by ? { by, descending: !order.descending } : { by, descending: by !== 'label' };
