import { useState } from 'react';
import { createSite } from '../api/sightline/setup.ts';
import { usePageSettings } from '../app/session/use-session.ts';
import { createId } from './create-id.ts';
import { createDraft } from './draft.ts';
import { toSiteRequest } from './draft-request.ts';
import { NewSetup } from './new-setup.tsx';

/** Creates a site of a client, or of a business account if `clientId` is null. */
export function NewSitePage({ clientId }: { clientId: string | null }) {
  const { session } = usePageSettings();
  const [siteId] = useState(createId);
  return (
    <NewSetup
      heading="New site"
      saveLabel="Create site"
      createDraft={() => createDraft(null)}
      check={(draft) => toSiteRequest(draft, siteId)}
      create={(body) => createSite(session?.id ?? null, clientId, body)}
      ids={{ client: clientId, site: siteId }}
    />
  );
}
