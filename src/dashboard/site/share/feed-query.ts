import { timelineParameters, writeQuery } from '../../../contract/parameters.ts';
import type { TimelineSearch } from '../search/search.ts';

/** A timeline search that a feed can have: v1 has no grouping by prompt. */
export type FeedSearch = TimelineSearch & { groupBy: Exclude<TimelineSearch['groupBy'], 'prompt'> };

/** The query of a feed: the search parameters that the service reads, with a rolling range left unresolved. */
export function feedQueryOf(search: FeedSearch): string {
  const { range, brandId, groupBy } = search;
  const requested = { ...search, brandId: groupBy === 'brand' ? null : brandId };
  const { brandMention, platform, ...others } = requested;
  const query = writeQuery(timelineParameters, others);
  for (const id of platform) query.append('platform', id);
  if (brandMention !== null) query.append('brandMention', brandMention);
  if (range !== null) query.append('range', range);
  return query.toString();
}
