import { useState } from 'react';
import { createSite } from '../api/sightline/setup.ts';
import { useCanSetUp, usePageSettings } from '../app/session/use-session.ts';
import { Notice } from '../ui/notice.tsx';
import { createId } from './create-id.ts';
import { toSiteRequest } from './draft-request.ts';
import { NewSetup } from './new-setup.tsx';

/** Creates a site of a client, or of a business account if `clientId` is null. */
export function NewSitePage({ clientId }: { clientId: string | null }) {
  const { session } = usePageSettings();
  const canSetUp = useCanSetUp();
  const [siteId] = useState(createId);
  if (!canSetUp) {
    return (
      <>
        <h1>New site</h1>
        <Notice tone="warn">This key does not have permission to create sites.</Notice>
      </>
    );
  }
  return (
    <NewSetup
      name={`new site of ${clientId}`}
      heading="New site"
      saveLabel="Create site"
      client={null}
      check={(draft) => toSiteRequest(draft, siteId)}
      create={(body) => createSite(session?.id ?? null, clientId, body)}
      ids={{ client: clientId, site: siteId }}
    />
  );
}
