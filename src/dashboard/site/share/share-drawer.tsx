import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { sharePath } from '../../../contract/page-settings.ts';
import { createShare, sharesQuery } from '../../api/sightline/shares.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { siteViewOf } from '../../site-views.ts';
import { useZoneChoice } from '../../time/zone-choice.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useSite } from '../../use-site.ts';
import { usePlacement } from '../placement.ts';
import { NewLink } from './new-link.tsx';
import styles from './share.module.css';
import { ShareForm } from './share-form.tsx';
import { ShareList } from './share-list.tsx';
import { type ShareChoices, type SharedSearch, shareRequestOf } from './share-request.ts';

interface ShareDrawerProps extends SharedSearch {
  onClose: () => void;
}

/** Creates links to what the page shows, and lists and revokes the links of the site. */
export function ShareDrawer({ onClose, ...shared }: ShareDrawerProps) {
  const { siteId } = useSite();
  const page = useLocation({ select: ({ pathname }) => siteViewOf(pathname) });
  const placement = usePlacement();
  const client = useQueryClient();
  const { session } = usePageSettings();
  const call = { session: session?.id ?? null, siteId };
  const [isCopied, setCopied] = useState(false);
  const create = useMutation({
    mutationFn: (choices: ShareChoices) =>
      createShare(call, shareRequestOf(shared, choices, Date.now())),
    onSuccess: async ({ secret }) => {
      // The link is shown only once, so it must be shown even if the list does not load.
      void client.invalidateQueries({ queryKey: sharesQuery(siteId).queryKey });
      setCopied(await copyText(linkOf(secret)));
    },
  });
  const { zone } = useZoneChoice(shared.search.zone);
  const siteName = placement.kind === 'placed' ? placement.site.name : null;
  return (
    <Drawer title="Share" onClose={onClose}>
      <div className={styles['share']}>
        {create.data ? (
          <NewLink
            link={linkOf(create.data.secret)}
            noun="link"
            hint={`This link is shown only once. Anyone who has it${create.data.hasPassphrase ? ', and the passphrase,' : ''} can see what you share until it expires or you revoke it.`}
            isCopied={isCopied}
            onAnother={() => create.reset()}
          />
        ) : (
          <ShareForm
            {...shared}
            page={page ?? 'timeline'}
            title={siteName ?? ''}
            isSending={create.isPending}
            onSend={create.mutate}
          />
        )}
        {create.error && <Failure title="The link could not be created" error={create.error} />}
        <ShareList
          call={call}
          zone={zone}
          onRevoked={(id) => {
            if (id === create.data?.id) create.reset();
          }}
        />
      </div>
    </Drawer>
  );
}

/** The address of a link. The secret is in the fragment, which browsers do not send to servers. */
const linkOf = (secret: string): string => `${window.location.origin}${sharePath}#${secret}`;
