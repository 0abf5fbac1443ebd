import type { Root } from 'react-dom/client';
import { type PageSettings, sharePath } from '../../contract/page-settings.ts';
import { createSessionStore } from '../session/session.ts';
import { keepTabsInSync } from '../session/tabs.ts';
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
  // Only at this path is the fragment the secret of a share. On other pages, it is an ordinary anchor.
  const isLink = () => window.location.pathname.replace(/\/$/, '') === sharePath;
  // Another link in the same tab changes only the fragment.
  window.addEventListener('hashchange', () => isLink() && window.location.reload());
  root.render(<SharedApp session={session} secret={isLink() ? hash.slice(1) : ''} />);
}
