import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SetupJob } from '../../contract/sightline/setup.ts';
import { isNotFound } from '../api/errors.ts';
import { type StartedJobs, startedJobsQuery } from '../api/sightline/setup.ts';
import { hasEnded, setupJobQuery } from '../api/sightline/setup-jobs.ts';
import { useSite } from '../use-site.ts';

/** Why a job failed. `job` is undefined if the service no longer knows it. */
const describeJobFailure = (part: 'client' | 'site', job: SetupJob | undefined): string =>
  job?.state === 'failed'
    ? `The ${part} was not saved. ${job.failure ?? 'The service gave no reason.'}`
    : `The service no longer knows this save of the ${part}. Check what is stored.`;

/** The jobs of the site's last save, also after the page has been left and opened again. */
export function useSetupJobs() {
  const { siteId } = useSite();
  const queries = useQueryClient();
  const { queryKey } = startedJobsQuery(siteId);
  const started = useQuery(startedJobsQuery(siteId)).data ?? null;
  const client = useQuery(setupJobQuery(started?.client ?? null));
  const setup = useQuery(setupJobQuery(started?.setup ?? null));
  const jobs = [
    { part: 'client' as const, id: started?.client ?? null, query: client },
    { part: 'site' as const, id: started?.setup ?? null, query: setup },
  ].filter(({ id }) => id !== null);
  const open = jobs.filter(
    ({ query: { data, error } }) => !(isNotFound(error) || (data && hasEnded(data))),
  );
  return {
    /** Whether there are jobs whose outcome has not been shown. */
    isStarted: started !== null,
    /** Whether all of them have ended. */
    isOver: started !== null && open.length === 0,
    /** The job that is under way, as far as it is known. */
    current: open.at(-1)?.query.data ?? null,
    /** The request for a job's progress that failed. */
    unread: open.find(({ query }) => query.error !== null)?.query ?? null,
    client: client.data,
    setup: setup.data,
    /** Once all have ended, why any failed, for the user. */
    failures: jobs.flatMap(({ part, query: { data } }) =>
      data?.state === 'done' ? [] : [describeJobFailure(part, data)],
    ),
    follow: (next: StartedJobs | null) => queries.setQueryData(queryKey, next),
    isClientFollowed: () => Boolean(queries.getQueryData(queryKey)?.client),
  };
}
