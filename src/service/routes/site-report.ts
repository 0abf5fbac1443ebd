import {
  type ParameterFault,
  type TimelineQuery,
  timelineParameters,
} from '../../contract/parameters.ts';
import { fixedGroupingParameters } from '../../contract/sightline/parameters.ts';
import { readCanonicalQuery } from '../reports/canonical-query.ts';
import type { SiteDetails, Store, Tenant } from '../store/store.ts';
import { createCachedResponder } from './cached-report.ts';
import { createInvalidParametersProblem, createNotFoundProblem } from './problems.ts';
import {
  findDateOrderFaults,
  normaliseQuery,
  type ReportParameters,
  toReportParameters,
} from './report-parameters.ts';
import { type Route, readPathId, searchOf } from './route.ts';

/** Which report is requested, and for which tenant. */
interface ReportRequest<Q extends TimelineQuery> {
  tenant: Tenant;
  siteId: string;
  query: Q;
}

/** A valid request for a report about an existing site. */
export interface AcceptedRequest<Q extends TimelineQuery = TimelineQuery> extends ReportRequest<Q> {
  store: Store;
  site: SiteDetails;
  parameters: ReportParameters;
  /** Aborts when nobody is waiting for the report any more. */
  signal: AbortSignal;
}

/** Reads the data of a report, and returns the report as bytes of JSON. */
type WriteReport<Q extends TimelineQuery> = (
  request: AcceptedRequest<Q>,
) => Promise<Buffer<ArrayBuffer>>;

/**
 * Creates a report as bytes of JSON.
 * @throws ProblemError if the site does not exist, or the query does not fit the site's brands.
 */
export async function createSiteReport<Q extends TimelineQuery>(
  store: Store,
  request: ReportRequest<Q>,
  signal: AbortSignal,
  write: WriteReport<Q>,
): Promise<Buffer<ArrayBuffer>> {
  const site = await store.site(request.tenant, request.siteId);
  if (!site) throw createNotFoundProblem('site');
  const parameters = toReportParameters(request.query, site);
  return write({ ...request, store, site, parameters, signal });
}

/** Reads the query of a report, and the faults of its parameters. */
type ReadReportQuery<Q extends TimelineQuery> = (search: URLSearchParams) => {
  query: Q;
  faults: ParameterFault[];
};

export const readTimelineQuery: ReadReportQuery<TimelineQuery> = (search) =>
  readCanonicalQuery(timelineParameters, search);

/** Reads the query of a report with a fixed grouping. Brand parameters work as in reports by platform or region. */
export const readFixedGroupingQuery: ReadReportQuery<TimelineQuery> = (search) => {
  const { query, faults } = readCanonicalQuery(fixedGroupingParameters, search);
  return { query: { ...query, groupBy: 'region' }, faults };
};

/**
 * Creates the route of a report about one site. The report is cached until the site's data changes.
 * @param name the report's name, which is part of its cache key, since different reports may have the same query.
 */
export function createSiteReportRoute<Q extends TimelineQuery>(
  name: string,
  write: WriteReport<Q>,
  readReportQuery: ReadReportQuery<Q>,
): Route {
  return (options) => {
    const respond = createCachedResponder(options);
    return async (context) => {
      const { query, faults } = readReportQuery(searchOf(context));
      faults.push(...findDateOrderFaults(query));
      if (faults.length > 0) throw createInvalidParametersProblem(faults);

      const { tenant } = context.get('access');
      const siteId = readPathId(context, 'siteId');
      if (siteId === null) throw createNotFoundProblem('site');
      return respond(context, {
        identity: `${name} ${siteId} ${normaliseQuery(query)}`,
        siteId,
        make: (signal) => createSiteReport(options.store, { tenant, siteId, query }, signal, write),
      });
    };
  };
}
