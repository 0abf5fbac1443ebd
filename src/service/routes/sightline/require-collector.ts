import { type Collector, ScanRefused } from '../../collect/collector.ts';
import type { ProblemError } from '../problem-error.ts';
import { createScanImpossibleProblem, createScanRunningProblem } from '../problems.ts';
import {
  createNotFoundInSiteProblem,
  type Route,
  type RouteContext,
  type RouteOptions,
} from '../route.ts';

/** What a route of scans needs. */
export type CollectOptions = RouteOptions & { collector: Collector };
type CollectRoute = (options: CollectOptions) => (context: RouteContext) => Promise<Response>;

/** Creates a route that exists only if the service runs scans. */
export const forCollecting =
  (route: CollectRoute): Route =>
  (options) => {
    const { collector } = options;
    if (collector === undefined)
      throw new TypeError('Without a collector, there are no scans to run.');
    return route({ ...options, collector });
  };

/** The problem of a request that the collector refused. Throws any other error again. */
export async function createRefusalProblem(
  error: unknown,
  { store }: Pick<RouteOptions, 'store'>,
  context: RouteContext,
  siteId: string,
): Promise<ProblemError> {
  if (!(error instanceof ScanRefused)) throw error;
  if (error.kind === 'busy') return createScanRunningProblem(error.message);
  if (error.kind === 'impossible') return createScanImpossibleProblem(error.message);
  return createNotFoundInSiteProblem(store, context.get('access').tenant, siteId, 'scan');
}
