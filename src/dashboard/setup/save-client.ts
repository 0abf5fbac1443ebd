import type { QueryClient } from '@tanstack/react-query';
import type { ClientPatch, SetupJob } from '../../contract/sightline/setup.ts';
import { changeClient, clientDetailsQuery } from '../api/sightline/client-details.ts';
import { type ClientDraft, toClientDraft } from './client-draft.ts';

/** Someone else has changed fields of a client that the user changes too. Nothing was saved. */
export class ClientConflict extends Error {
  /** The client as it is stored now. */
  readonly stored: ClientDraft;
  constructor(stored: ClientDraft) {
    super('Someone else has changed the client meanwhile.');
    this.stored = stored;
  }
}

interface ClientSave {
  session: string | null;
  clientId: string;
  patch: ClientPatch;
  /** What the user's changes were made to. */
  base: ClientDraft;
}

/**
 * Changes a client, unless someone else has changed the same fields to something else.
 * @returns the job to follow if another import has to end first; null if the client has been changed
 * @throws ApiError, ClientConflict
 */
export async function saveClient(
  queries: QueryClient,
  { session, clientId, patch, base }: ClientSave,
): Promise<SetupJob | null> {
  const details = await queries.fetchQuery({ ...clientDetailsQuery(clientId), staleTime: 0 });
  const stored = toClientDraft(details);
  // The entries of a patch have its keys.
  const fields = Object.keys(patch) as (keyof ClientPatch)[];
  if (fields.some((field) => stored[field] !== base[field] && stored[field] !== patch[field]))
    throw new ClientConflict(stored);
  return changeClient(session, clientId, patch);
}
