import { useState } from 'react';
import { createClient } from '../api/sightline/setup.ts';
import { usePageSettings } from '../app/session/use-session.ts';
import { emptyClientDraft } from './client-draft.ts';
import { createId } from './create-id.ts';
import { createDraft } from './draft.ts';
import { toClientRequest } from './draft-request.ts';
import { NewSetup } from './new-setup.tsx';

/** Creates a client with its first site. */
export function NewClientPage() {
  const { session } = usePageSettings();
  const [ids] = useState(() => ({ client: createId(), site: createId() }));
  return (
    <NewSetup
      heading="New client"
      saveLabel="Create client"
      createDraft={() => createDraft(emptyClientDraft)}
      check={(draft) => toClientRequest(draft, draft.client ?? emptyClientDraft, ids)}
      create={(body) => createClient(session?.id ?? null, body)}
      ids={ids}
    />
  );
}
