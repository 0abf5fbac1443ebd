import type { SeriesFacts } from './facts.ts';
import type { Look } from './looks.ts';

/** A series as the chart draws it. */
export interface DrawnSeries {
  facts: SeriesFacts;
  look: Look;
}
