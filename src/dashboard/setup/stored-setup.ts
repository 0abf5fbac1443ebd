import type { QueryClient } from '@tanstack/react-query';
import type { SiteSetup } from '../../contract/sightline/setup.ts';
import { clientDetailsQuery } from '../api/sightline/client-details.ts';
import { setupQuery } from '../api/sightline/setup.ts';
import { type ClientDraft, toClientDraft } from './client-draft.ts';
import { isSame } from './is-same.ts';

/** What the service has stored: the set-up of a site, and its client's fields if it has a client. */
export interface StoredSetup {
  setup: SiteSetup;
  client: ClientDraft | null;
}

/** Whether nobody has changed what is stored. Answers to questions are no change. */
export const isUnchanged = (one: StoredSetup, other: StoredSetup): boolean =>
  one.setup.revision === other.setup.revision && isSame(one.client, other.client);

/** Loads what is stored now. @throws ApiError */
export async function loadStored(
  queries: QueryClient,
  { siteId, clientId }: Pick<SiteSetup, 'siteId' | 'clientId'>,
): Promise<StoredSetup> {
  const [setup, details] = await Promise.all([
    queries.fetchQuery(setupQuery(siteId)),
    clientId === null
      ? null
      : queries.fetchQuery({ ...clientDetailsQuery(clientId), staleTime: 0 }),
  ]);
  return { setup, client: details && toClientDraft(details) };
}

/** Takes what was just saved as loaded, so that it is not loaded again. */
export function keepStored(queries: QueryClient, { setup, client }: StoredSetup): void {
  const { siteId, clientId } = setup;
  queries.setQueryData(setupQuery(siteId).queryKey, setup);
  if (clientId === null || client === null) return;
  queries.setQueryData(
    clientDetailsQuery(clientId).queryKey,
    (details) => details && { ...details, ...client },
  );
}
