import type { SeriesSummary } from '../../../figures/series/series-summary.ts';
import type { Look } from './looks.ts';

/** A series as the chart draws it. */
export interface DrawnSeries {
  summary: SeriesSummary;
  look: Look;
}

/**
 * Whether a chart emphasizes a series. Only such a series also shows its earlier period.
 * @param front the ID of the series in front, if any
 */
export const isHighlighted = ({ summary, look }: DrawnSeries, front: string | null): boolean =>
  !look.isQuiet || summary.series.id === front;
