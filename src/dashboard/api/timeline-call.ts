import { pathTo } from '../../contract/endpoints.ts';
import { defaultGroupBy, defaultMetric } from '../../contract/enums.ts';
import { type TimelineParameter, timelineParameters } from '../../contract/parameters.ts';

/** Timeline parameters by name. Any text is allowed: a platform may be newer than this code. */
export type TimelineQuestion = Partial<
  Record<TimelineParameter, string | readonly string[] | null>
>;

/** The call for a site's timeline. Defaults are left out, so that equal questions make equal calls. */
export function timelineCall(siteId: string, question: TimelineQuestion) {
  const search = new URLSearchParams();
  for (const name of Object.keys(timelineParameters)) {
    const given: Partial<Record<string, string | readonly string[] | null>> = question;
    const value = given[name] ?? [];
    for (const item of typeof value === 'string' ? [value] : value) search.append(name, item);
  }
  search.delete('metric', defaultMetric);
  search.delete('groupBy', defaultGroupBy);
  return { method: 'GET', path: pathTo('timeline', { siteId }), search } as const;
}
