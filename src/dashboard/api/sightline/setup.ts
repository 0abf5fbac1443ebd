import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import * as v from 'valibot';
import {
  type ClientRequest,
  CreatedClient,
  CreatedSite,
  SetupJob,
  SetupMentions,
  type SetupRequest,
  type SiteRequest,
  SiteSetup,
} from '../../../contract/sightline/setup.ts';
import { setupPathTo } from '../../../contract/sightline/setup-endpoints.ts';
import { get } from '../get.ts';
import { request } from '../request.ts';
import { getWithTimeout } from './get-with-timeout.ts';
import type { SiteCall } from './revoke.ts';
import { tryOnceOptions } from './try-once-options.ts';

/** The set-up of a site: its brands and questions. Needs the capability `setup`. */
export const setupQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['setup', siteId],
    queryFn: (context) => get(context, SiteSetup, setupPathTo('setup', { siteId })),
    // Someone else may have changed it since it was last shown.
    staleTime: 0,
  });

/** What the stored answers of a site say about its brands. Needs the capability `setup`. */
export const setupMentionsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['setup mentions', siteId],
    queryFn: (context) =>
      getWithTimeout(context, SetupMentions, setupPathTo('setupMentions', { siteId })),
    ...tryOnceOptions,
  });

/**
 * The ID of the save that this session started for a site and whose outcome has not been shown, or null. Never fetches:
 * it lets the user leave the page and find the progress again.
 */
export const startedJobQuery = (siteId: string) =>
  queryOptions<string | null>({
    queryKey: ['started setup job', siteId],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Whether the response to a save is a job, which goes on after the response. */
export const isJob = <T extends object>(saved: T | SetupJob): saved is SetupJob => 'state' in saved;

/** Saves the whole set-up of a site. A failed request is never retried. @throws ApiError */
export const saveSetup = (
  { session, siteId }: SiteCall,
  body: SetupRequest,
): Promise<SiteSetup | SetupJob> =>
  request(
    { method: 'PUT', path: setupPathTo('saveSetup', { siteId }), body, session },
    v.union([SetupJob, SiteSetup]),
  );

/** Creates a client, with its first site if there is one. A failed request is never retried. @throws ApiError */
export const createClient = (
  session: string | null,
  body: ClientRequest,
): Promise<CreatedClient | SetupJob> =>
  request(
    { method: 'POST', path: setupPathTo('createClient', {}), body, session },
    v.union([SetupJob, CreatedClient]),
  );

/**
 * Creates a site of a client, or of a business account if `clientId` is null. A failed request is never retried.
 * @throws ApiError
 */
export const createSite = (
  session: string | null,
  clientId: string | null,
  body: SiteRequest,
): Promise<CreatedSite | SetupJob> => {
  const path =
    clientId === null
      ? setupPathTo('createBusinessSite', {})
      : setupPathTo('createSite', { clientId });
  return request({ method: 'POST', path, body, session }, v.union([SetupJob, CreatedSite]));
};

/** Marks everything as outdated after a save: names, brands and questions are part of almost every response. */
export const forgetBeforeSave = (client: QueryClient): Promise<void> => client.invalidateQueries();
