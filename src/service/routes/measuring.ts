import type { MeasuringReport } from '../../contract/sightline/resources.ts';
import type { Route } from './route.ts';

/** GET /sightline/v1/measuring: how many of the caller's sites have been measured again. */
export const measuringRoute: Route =
  ({ store }) =>
  async (context) => {
    const report: MeasuringReport = await store.measuringProgress(context.get('access').tenant);
    return context.json(report);
  };
