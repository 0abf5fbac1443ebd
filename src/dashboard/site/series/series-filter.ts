import type { SeriesColumn } from '../../../figures/series/columns.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import type { TimelineSearch } from '../search/search.ts';

/**
 * The filter that selects the answers of one series; empty when grouped by brand, where all series share the same
 * answers. Null if no filter selects exactly the answers of the series.
 */
export function seriesFilterOf(
  { groupBy, series }: Pick<TimelineModel, 'groupBy' | 'series'>,
  { key }: SeriesColumn,
): Partial<Pick<TimelineSearch, 'platform' | 'region' | 'promptId'>> | null {
  if (groupBy === 'platform') return { platform: [key] };
  if (groupBy === 'prompt') return { promptId: [key] };
  if (groupBy !== 'region') return {};
  // A country's filter includes its areas, which its series does not.
  const hasAreas = series.some((other) => other.key.startsWith(`${key}:`));
  return hasAreas ? null : { region: [key] };
}
