import { scansScope } from '../../../contract/sightline/scans.ts';
import { ScanRefused, type ScanRunner } from '../../scans/scan-runner.ts';
import {
  createMissingScopeProblem,
  createNoSuchEndpointProblem,
  createScanImpossibleProblem,
  createScanRunningProblem,
} from '../problems.ts';
import {
  createNotFoundInSiteProblem,
  type Route,
  type RouteContext,
  type RouteOptions,
} from '../route.ts';

/** What a route of scans needs. */
export type ScanRouteOptions = RouteOptions & { scanRunner: ScanRunner };
type ScanRoute = (options: ScanRouteOptions) => (context: RouteContext) => Promise<Response>;

/** Creates a route that exists only if the service runs scans, and only for keys that may run them. */
export const withScanRunner =
  (route: ScanRoute): Route =>
  (options) => {
    const { scanRunner } = options;
    if (scanRunner === undefined) return async () => createNoSuchEndpointProblem();
    const handle = route({ ...options, scanRunner });
    return async (context) =>
      context.get('access').scopes.includes(scansScope)
        ? handle(context)
        : createMissingScopeProblem(scansScope);
  };

/** The response to a request that the scanRunner refused. Throws any other error again. */
export async function createRefusalProblem(
  error: unknown,
  { store }: Pick<RouteOptions, 'store'>,
  context: RouteContext,
  siteId: string,
): Promise<Response> {
  if (!(error instanceof ScanRefused)) throw error;
  if (error.kind === 'busy') return createScanRunningProblem(error.message);
  if (error.kind === 'impossible') return createScanImpossibleProblem(error.message);
  return createNotFoundInSiteProblem(store, context.get('access').tenant, siteId, 'scan');
}
