import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { fillPath } from '../../../contract/endpoint.ts';
import { clientPath } from '../../../contract/endpoints/clients.ts';
import {
  ClientDetails,
  type ClientPatch,
  type SetupJob,
} from '../../../contract/sightline/setup.ts';
import { get, type RequestContext } from '../get.ts';
import { request } from '../request.ts';
import { jobIn } from './setup-jobs.ts';

/** A client with everything that can be changed, its branding included. Needs the capability `setup`. */
export const clientDetailsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client details', clientId],
    queryFn: (context: RequestContext) =>
      get(context, ClientDetails, fillPath(clientPath, { clientId })),
  });

/**
 * Changes a client. A field that is left out stays as it is; an empty one is cleared.
 * @returns the job to follow if another import has to end first; null if the client has been changed
 * @throws ApiError
 */
export const changeClient = async (
  session: string | null,
  clientId: string,
  body: ClientPatch,
): Promise<SetupJob | null> =>
  jobIn(
    await request(
      { method: 'PATCH', path: fillPath(clientPath, { clientId }), body, session },
      v.unknown(),
    ),
  );
