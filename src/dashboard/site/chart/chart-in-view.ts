import type { PeriodComparison } from '../comparison/use-comparison.ts';
import type { TimelineSearch } from '../question/search.ts';
import type { DrawnSeries } from '../report/drawn.ts';
import type { EarlierPeriod } from '../report/earlier-period.ts';
import { earlierPeriodOf } from './earlier.tsx';
import type { View } from './use-view.ts';

/** With at least this many series, small multiples are offered; when grouped by prompt, they are the usual view. */
export const minSeriesForMultiples = 7;

/** How the chart of a view is drawn unless the address says otherwise. */
export const usualDrawing = ({ model, all }: View): 'lines' | 'multiples' =>
  all.length >= minSeriesForMultiples && model.groupBy === 'prompt' ? 'multiples' : 'lines';

/** The series that a chart draws: small multiples draw all but those that the user has hidden. */
export const seriesInChart = (
  view: View,
  chosen: TimelineSearch['view'],
): readonly DrawnSeries[] =>
  (chosen ?? usualDrawing(view)) === 'multiples'
    ? view.all.filter((each) => !view.hidden.includes(each))
    : view.drawn;

/** The earlier period as a chart draws it; null where nothing is compared or no days correspond. */
export const earlierInChart = (
  comparison: PeriodComparison | null,
  zone: string,
): EarlierPeriod | null => comparison && earlierPeriodOf(comparison, zone);
