import type { Look } from './looks.ts';
import type { SeriesSummary } from './series-summary.ts';

/** A series as the chart draws it. */
export interface DrawnSeries {
  summary: SeriesSummary;
  look: Look;
}
