import { ScanRefused, type ScanRunner } from '../scans/scan-runner.ts';
import type { ProblemError } from './problem-error.ts';
import { createScanImpossibleProblem, createScanRunningProblem } from './problems.ts';
import {
  createNotFoundInSiteProblem,
  type Route,
  type RouteContext,
  type RouteOptions,
} from './route.ts';

/** What a route of scans needs. */
export type ScanRouteOptions = RouteOptions & { scanRunner: ScanRunner };
type ScanRoute = (options: ScanRouteOptions) => (context: RouteContext) => Promise<Response>;

/** Creates a route that exists only if the service runs scans. */
export const withScanRunner =
  (route: ScanRoute): Route =>
  (options) => {
    const { scanRunner } = options;
    if (scanRunner === undefined)
      throw new TypeError('Without a scan runner, there are no scans to run.');
    return route({ ...options, scanRunner });
  };

/** The problem of a request that the scanRunner refused. Throws any other error again. */
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
