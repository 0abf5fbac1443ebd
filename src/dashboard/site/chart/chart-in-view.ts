import type { PeriodComparison } from '../comparison/use-comparison.ts';
import type { TimelineSearch } from '../search/search.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import type { EarlierPeriod } from '../series/earlier-period.ts';
import type { TimelineModel } from '../series/model.ts';
import { chartName } from '../series/names.ts';
import { earlierPeriodOf } from './earlier.tsx';
import type { View } from './use-view.ts';

/** What a chart shows, with a point per scan, week or month. */
export interface Drawing {
  /** Accessible name, such as "Visibility by brand, weekly averages". */
  name: string;
  model: TimelineModel;
  drawn: readonly DrawnSeries[];
  /** Null where nothing is compared. */
  earlier: EarlierPeriod | null;
}

/** The drawing with a point per scan. */
export const drawingByScan = (
  { model, wording }: Pick<View, 'model' | 'wording'>,
  drawn: readonly DrawnSeries[],
  comparison: PeriodComparison | null,
): Drawing => ({
  name: chartName(model.metric, model.groupBy),
  model,
  drawn,
  earlier: earlierPeriodOf(comparison, wording.zone),
});

/** With at least this many series, small multiples are offered; when grouped by prompt, they are the default. */
export const minSeriesForMultiples = 7;

/** Whether a chart draws its series as lines together, or as small multiples. */
export type DrawMode = NonNullable<TimelineSearch['view']>;

/** How a chart is drawn unless the address says otherwise. */
export const defaultDrawModeOf = ({ model, all }: View): DrawMode =>
  all.length >= minSeriesForMultiples && model.groupBy === 'prompt' ? 'multiples' : 'lines';

/**
 * The series that a chart draws: as lines, only those in `view.drawn`; as small multiples, all that the user has not
 * hidden.
 */
export const seriesInChart = (
  view: View,
  chosenMode: TimelineSearch['view'],
): readonly DrawnSeries[] =>
  (chosenMode ?? defaultDrawModeOf(view)) === 'multiples'
    ? view.all.filter((series) => !view.hidden.includes(series))
    : view.drawn;
