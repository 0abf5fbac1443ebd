import { useLocation } from '@tanstack/react-router';
import { sharePath } from '../../../contract/page-settings.ts';
import { createShare, sharesQuery } from '../../api/sightline/shares.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { siteViewOf } from '../../site-views.ts';
import { useZoneChoice } from '../../time/zone-choice.ts';
import { useSite } from '../../use-site.ts';
import { usePlacement } from '../placement.ts';
import { LinkDrawer } from './link-drawer.tsx';
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
  const { session } = usePageSettings();
  const call = { session: session?.id ?? null, siteId };
  const { zone } = useZoneChoice(shared.search.zone);
  const siteName = placement.kind === 'placed' ? placement.site.name : null;
  return (
    <LinkDrawer
      title="Share"
      thing="link"
      noun="link"
      create={(choices: ShareChoices) =>
        createShare(call, shareRequestOf(shared, choices, Date.now()))
      }
      linkOf={({ secret }) => linkOf(secret)}
      hintOf={({ hasPassphrase }) =>
        `This link is shown only once. Anyone who has it${hasPassphrase ? ', and the passphrase,' : ''} can see what you share until it expires or you revoke it.`
      }
      listKey={sharesQuery(siteId).queryKey}
      renderForm={(onSend, isSending) => (
        <ShareForm
          {...{ ...shared, onSend, isSending }}
          page={page ?? 'timeline'}
          title={siteName ?? ''}
        />
      )}
      renderList={(onRevoked) => <ShareList {...{ call, zone, onRevoked }} />}
      onClose={onClose}
    />
  );
}

/** The address of a link. The secret is in the fragment, which browsers do not send to servers. */
const linkOf = (secret: string): string => `${window.location.origin}${sharePath}#${secret}`;
