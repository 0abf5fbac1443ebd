import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import { chartName } from '../../../figures/series/names.ts';
import type { TimelineSearch } from '../search/search.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import type { EarlierPeriod } from '../series/earlier-period.ts';
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

/** With at least this many series, small multiples are offered, and they are the default. */
export const minSeriesForMultiples = 7;

/** Whether a chart draws its series as lines together, or as small multiples. */
export type DrawMode = NonNullable<TimelineSearch['view']>;

/**
 * How a chart is drawn unless the address says otherwise. Only a new report changes it: hidden series count too, because
 * hiding a line to see the others better must not replace the chart that one is looking at. Filters request a new
 * report, so narrowing a timeline to six brands draws lines.
 */
export const defaultDrawModeOf = ({ all }: Pick<View, 'all'>): DrawMode =>
  all.length >= minSeriesForMultiples ? 'multiples' : 'lines';

/** How a chart is drawn, which the address can choose. */
export const drawModeOf = (
  view: Pick<View, 'all'>,
  { view: chosen }: Pick<TimelineSearch, 'view'>,
) => chosen ?? defaultDrawModeOf(view);
