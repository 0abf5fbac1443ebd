import type { Locale } from '../../../time/format.ts';
import type { SeriesSummary } from '../../report/series-summary.ts';

export type SortKey = 'label' | 'latest' | 'change' | 'median' | 'evidence';
export interface Order {
  by: SortKey;
  descending: boolean;
}

const figureOf: Record<Exclude<SortKey, 'label'>, (summary: SeriesSummary) => number | null> = {
  latest: (summary) => summary.latest,
  change: ({ change }) => change && change.to - change.from,
  median: (summary) => summary.median,
  evidence: ({ evidence }) => evidence.found,
};

/** Sorts rows. Those without the figure come last; equal ones keep the report's order. */
export function sortRows<T extends { summary: SeriesSummary }>(
  rows: readonly T[],
  { by, descending }: Order,
  locale: Locale,
): T[] {
  const sign = descending ? -1 : 1;
  if (by === 'label') {
    const names = new Intl.Collator(locale, { numeric: true });
    return rows.toSorted(
      (a, b) => sign * names.compare(a.summary.series.label, b.summary.series.label),
    );
  }
  const figure = figureOf[by];
  return rows.toSorted((a, b) => {
    const [one, other] = [figure(a.summary), figure(b.summary)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * Math.sign(one - other);
  });
}

/** The order after choosing a column: figures descending, names ascending, and the reverse when chosen again. */
export const orderAfter = (order: Order, by: SortKey): Order =>
  order.by === by ? { by, descending: !order.descending } : { by, descending: by !== 'label' };
