import { queryOptions, skipToken } from '@tanstack/react-query';
import * as v from 'valibot';
import { fillPath } from '../../../contract/endpoint.ts';
import { setupJobPath } from '../../../contract/endpoints/setup.ts';
import { SetupJob } from '../../../contract/sightline/setup.ts';
import { get, type RequestContext } from '../get.ts';

/** Milliseconds between two requests while a job is under way. */
const pollingInterval = 1_000;

/** Whether a job has ended, successfully or not. */
export const hasEnded = ({ state }: SetupJob): boolean => state === 'done' || state === 'failed';

/** A job in a response; every other response to a change leaves `state` out. */
export const JobResponse = v.object({ ...SetupJob.entries, state: v.string() });

/** The job that a response to a change announces; null if the change has been made. */
export const jobIn = (body: unknown): SetupJob | null => {
  const result = v.safeParse(JobResponse, body);
  return result.success && result.output.state !== 'done' ? result.output : null;
};

/** A job, polled until it ends; never fetches if `jobId` is null. Needs the capability `setup`. */
export const setupJobQuery = (jobId: string | null) =>
  queryOptions({
    queryKey: ['setup job', jobId],
    queryFn:
      jobId === null
        ? skipToken
        : (context: RequestContext) => get(context, SetupJob, fillPath(setupJobPath, { jobId })),
    refetchInterval: ({ state: { data, error } }) =>
      error !== null || (data && hasEnded(data)) ? false : pollingInterval,
    refetchIntervalInBackground: true,
  });
