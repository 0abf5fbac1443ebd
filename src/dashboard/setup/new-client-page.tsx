import { useState } from 'react';
import { createClient } from '../api/sightline/setup.ts';
import { useCanCreateClients, usePageSettings } from '../app/session/use-session.ts';
import { Notice } from '../ui/notice.tsx';
import { emptyClientDraft } from './client-draft.ts';
import { createId } from './create-id.ts';
import { toClientRequest } from './draft-request.ts';
import { NewSetup } from './new-setup.tsx';

/** Creates a client with its first site. */
export function NewClientPage() {
  const { session } = usePageSettings();
  const canCreate = useCanCreateClients();
  const [ids] = useState(() => ({ client: createId(), site: createId() }));
  if (!canCreate) {
    return (
      <>
        <h1>New client</h1>
        <Notice tone="warn">This key does not have permission to create clients.</Notice>
      </>
    );
  }
  return (
    <NewSetup
      name="new client"
      heading="New client"
      saveLabel="Create client"
      client={emptyClientDraft}
      check={(draft) => toClientRequest(draft, draft.client ?? emptyClientDraft, ids)}
      create={(body) => createClient(session?.id ?? null, body)}
      ids={ids}
    />
  );
}
