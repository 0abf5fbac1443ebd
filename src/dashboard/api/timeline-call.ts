import { fillPath } from '../../contract/endpoint.ts';
import { promptsReportPath, timelinePath } from '../../contract/endpoints/reports.ts';
import { defaultGroupBy, defaultMetric } from '../../contract/enums.ts';
import { type TimelineParameter, timelineParameters } from '../../contract/parameters.ts';

/** Timeline parameters by name. Any text is allowed: a platform may be newer than this code. */
export type TimelineParameters = Partial<
  Record<TimelineParameter, string | readonly string[] | null>
>;

/** What is asked about a site. */
export interface SiteRequest<Question = TimelineParameters> {
  siteId: string;
  request: Question;
}

/**
 * The call for a site's timeline. Defaults are left out, so that equal parameters make equal calls. The report by prompt
 * belongs to Sightline's own API. It takes the same parameters but ignores the grouping.
 */
export function timelineCall({ siteId, request }: SiteRequest) {
  const search = new URLSearchParams();
  const valuesByName: Partial<Record<string, string | readonly string[] | null>> = request;
  for (const name of Object.keys(timelineParameters)) {
    const values = valuesByName[name] ?? [];
    for (const value of typeof values === 'string' ? [values] : values) search.append(name, value);
  }
  search.delete('metric', defaultMetric);
  search.delete('groupBy', defaultGroupBy);
  const path =
    search.get('groupBy') === 'prompt'
      ? fillPath(promptsReportPath, { siteId })
      : fillPath(timelinePath, { siteId });
  return { method: 'GET', path, search } as const;
}
