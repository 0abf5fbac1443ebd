import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import type { SeriesMove } from '../../../figures/comparison/moves.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import type { NamedFirst } from '../../api/sightline/counts.ts';
import type { DrawnSeries } from '../series/drawn.ts';

/** A row of the table of series. */
export interface SeriesRow {
  drawn: DrawnSeries;
  /** The change of the series between two periods; undefined without a comparison. */
  move: SeriesMove | undefined;
}

/** What the table of series shows, apart from its rows. */
export interface SeriesContext {
  model: TimelineModel;
  /** Null if nothing is compared. */
  comparison: PeriodComparison | null;
  /** How often brands are named first in the days in view; null if the service does not say, or if rows are not brands. */
  namedFirst: NamedFirst | 'loading' | 'failed' | null;
  wording: Wording;
}

export const toSeriesRows = (
  all: readonly DrawnSeries[],
  comparison: PeriodComparison | null,
): SeriesRow[] =>
  all.map((drawn) => ({ drawn, move: comparison?.moves.get(drawn.summary.series.id) }));
