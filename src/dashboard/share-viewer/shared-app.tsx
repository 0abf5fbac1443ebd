import { useState, useSyncExternalStore } from 'react';
import type { SessionStore } from '../app/session/session.ts';
import { OpenLinkPage, UnreadableShare } from './open-link-page.tsx';
import { sharedViewOf } from './open-share.ts';
import { SharedPages } from './shared-pages.tsx';

interface SharedAppProps {
  session: SessionStore;
  /** From the link; empty if the address contains none. */
  secret: string;
}

/** The application at `sharePath`: opens the link, then shows the share's pages until the session ends. */
export function SharedApp({ session, secret }: SharedAppProps) {
  const { settings, endReason, epoch } = useSyncExternalStore(session.subscribe, session.get);
  const [isLinkPending, setLinkPending] = useState(secret !== '');
  const share = sharedViewOf(settings);
  if (!isLinkPending && share) return <SharedPages key={epoch} {...{ session, share }} />;
  if (!isLinkPending && settings.session) return <UnreadableShare brand={settings.brand} />;
  return (
    <OpenLinkPage
      brand={settings.brand}
      secret={isLinkPending ? secret : ''}
      hasSessionEnded={endReason !== null}
      onOpened={(newSettings) => {
        session.begin(newSettings);
        setLinkPending(false);
      }}
    />
  );
}
