import type { TimelineSearch } from '../search/search.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import type { View } from './use-view.ts';

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
