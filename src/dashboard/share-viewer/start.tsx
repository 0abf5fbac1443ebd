import type { Root } from 'react-dom/client';
import { type PageSettings, sharePath } from '../../contract/page-settings.ts';
import { createSessionStore } from '../app/session/session.ts';
import { keepTabsInSync } from '../app/session/tabs.ts';
import { applyAccent } from '../ui/apply-accent.ts';
import { sharedViewOf } from './open-share.ts';
import { SharedApp } from './shared-app.tsx';

/** Shows a share. @param hash the fragment of the address (already removed from the address bar). */
export function start(root: Root, settings: PageSettings, hash: string): void {
  const session = createSessionStore(settings);
  const showAccent = () => {
    const current = session.get().settings;
    const accent = sharedViewOf(current)?.branding?.accent ?? current.brand.accent;
    if (accent !== null) applyAccent(accent);
  };
  showAccent();
  session.subscribe(showAccent);
  keepTabsInSync(session);
  // The fragment is the secret of a share at this path only. On other pages, it is an ordinary anchor.
  const isLinkPath = () => window.location.pathname.replace(/\/$/, '') === sharePath;
  // Opening another link in the same tab changes only the fragment, so the browser does not load the page again.
  window.addEventListener('hashchange', () => isLinkPath() && window.location.reload());
  root.render(<SharedApp session={session} secret={isLinkPath() ? hash.slice(1) : ''} />);
}
