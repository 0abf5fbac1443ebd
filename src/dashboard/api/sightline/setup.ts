import { queryOptions, skipToken } from '@tanstack/react-query';
import * as v from 'valibot';
import { fillPath } from '../../../contract/endpoint.ts';
import {
  createClientPath,
  createSitePath,
  setupMentionsPath,
  setupPath,
} from '../../../contract/endpoints/setup.ts';
import { sitePath, sitesPath } from '../../../contract/endpoints/sites.ts';
import {
  type ClientRequest,
  type SetupJob,
  SetupMentions,
  type SetupRequest,
  type SiteRequest,
  SiteSetup,
} from '../../../contract/sightline/setup.ts';
import { get } from '../get.ts';
import { request } from '../request.ts';
import { optional } from './optional.ts';
import type { SiteCall } from './revoke.ts';
import { JobResponse, jobIn } from './setup-jobs.ts';

/** The set-up of a site: its brands and questions. Needs the capability `setup`. */
export const setupQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['setup', siteId],
    queryFn: (context) => get(context, SiteSetup, fillPath(setupPath, { siteId })),
    // Someone else may have changed it since it was last shown.
    staleTime: 0,
  });

/** What the stored answers of a site say about its brands. Needs the capability `setup`. */
export const setupMentionsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['setup mentions', siteId],
    ...optional((context) => get(context, SetupMentions, fillPath(setupMentionsPath, { siteId }))),
  });

/** The IDs of the jobs of a save, each null if there is none. */
export interface StartedJobs {
  /** Changes the client. */
  client: string | null;
  /** Changes the site, its brands and questions. */
  setup: string | null;
}

/**
 * The jobs of the save that this session started for a site and whose outcome has not been shown, or null. Never
 * fetches: it lets the user leave the page and find the progress again.
 */
export const startedJobsQuery = (siteId: string) =>
  queryOptions<StartedJobs | null>({
    queryKey: ['started setup jobs', siteId],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/**
 * Saves the whole set-up of a site. A failed request is never retried.
 * @returns the set-up as it is now stored, or the job that stores it in the background
 * @throws ApiError
 */
export async function saveSetup(
  { session, siteId }: SiteCall,
  body: SetupRequest,
): Promise<{ setup: SiteSetup; job: null } | { setup: null; job: SetupJob }> {
  const saved = await request(
    { method: 'PUT', path: fillPath(setupPath, { siteId }), body, session },
    v.union([JobResponse, SiteSetup]),
  );
  return 'state' in saved ? { setup: null, job: saved } : { setup: saved, job: null };
}

/**
 * Creates a client, with its first site if there is one. A failed request is never retried.
 * @returns the job to follow if the service goes on in the background; null if the client has been created
 * @throws ApiError
 */
export const createClient = async (
  session: string | null,
  body: ClientRequest,
): Promise<SetupJob | null> =>
  jobIn(await request({ method: 'POST', path: createClientPath, body, session }, v.unknown()));

/**
 * Creates a site of a client, or of a business account if `clientId` is null. Returns like `createClient`.
 * @throws ApiError
 */
export async function createSite(
  session: string | null,
  clientId: string | null,
  body: SiteRequest,
): Promise<SetupJob | null> {
  const path = clientId === null ? sitesPath : fillPath(createSitePath, { clientId });
  return jobIn(await request({ method: 'POST', path, body, session }, v.unknown()));
}

/**
 * Archives a site, which lists then leave out, or restores it. Returns like `createClient`.
 * @throws ApiError
 */
export const setSiteActive = async (
  session: string | null,
  siteId: string,
  active: boolean,
): Promise<SetupJob | null> =>
  jobIn(
    await request(
      { method: 'PATCH', path: fillPath(sitePath, { siteId }), body: { active }, session },
      v.unknown(),
    ),
  );
