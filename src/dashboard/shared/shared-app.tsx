import { useState, useSyncExternalStore } from 'react';
import type { SessionStore } from '../session/session.ts';
import { OpenLinkPage, UnreadableShare } from './open-link-page.tsx';
import { sharedViewOf } from './open-share.ts';
import { SharedPages } from './shared-pages.tsx';

interface SharedAppProps {
  session: SessionStore;
  /** From the link; empty if the page was opened without it. */
  secret: string;
}

/** Everything below the path of shares: first the opening of the link, then its pages until their session ends. */
export function SharedApp({ session, secret }: SharedAppProps) {
  const { settings, endReason, epoch } = useSyncExternalStore(session.subscribe, session.get);
  const [hasArrived, setArrived] = useState(secret === '');
  const share = sharedViewOf(settings);
  if (hasArrived && share) return <SharedPages key={epoch} {...{ session, share }} />;
  if (hasArrived && settings.session) return <UnreadableShare brand={settings.brand} />;
  return (
    <OpenLinkPage
      brand={settings.brand}
      secret={hasArrived ? '' : secret}
      isOver={endReason !== null}
      onOpened={(newSettings) => {
        session.begin(newSettings);
        setArrived(true);
      }}
    />
  );
}
