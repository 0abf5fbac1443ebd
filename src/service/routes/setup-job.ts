import { createNotFoundProblem } from './problems.ts';
import { type Route, readPathId } from './route.ts';

/** GET /sightline/v1/setup-jobs/{jobId}: how far a change of a set-up is. */
export const setupJobRoute: Route =
  ({ jobs }) =>
  async (context) => {
    const id = readPathId(context, 'jobId');
    const job = id === null ? null : jobs.find(context.get('access').tenant, id);
    if (!job) throw createNotFoundProblem('job');
    return context.json(job);
  };
