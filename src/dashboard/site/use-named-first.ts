import { useQuery } from '@tanstack/react-query';
import { countsReportQuery } from '../api/sightline/counts.ts';
import { useCapability } from '../app/session/use-session.ts';
import { useSite } from '../use-site.ts';
import type { SeriesContext } from './comparison/series-rows.ts';
import { requestInView, type TimelineSearch } from './search/search.ts';

/**
 * How often each brand of a report is named first in the days in view.
 * @param search the search that the report belongs to
 * @param isEnabled whether to request the counts now; until then, they count as loading
 */
export function useNamedFirst(
  search: TimelineSearch,
  today: string,
  isEnabled = true,
): SeriesContext['namedFirst'] {
  const { siteId } = useSite();
  const isOffered = useCapability('counts') && search.groupBy === 'brand';
  const { data, isError } = useQuery({
    ...countsReportQuery({ siteId, request: requestInView(search, today) }),
    enabled: isOffered && isEnabled,
  });
  if (!isOffered) return null;
  return data ? data.namedFirst : isError ? 'failed' : 'loading';
}
