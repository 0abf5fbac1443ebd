import '@fontsource-variable/inter/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { sharePath } from '../contract/page-settings.ts';
import { readPageSettings } from './api/page-settings.ts';
import { createSessionStore } from './app/session/session.ts';
import { keepTabsInSync } from './app/session/tabs.ts';
import { Crash } from './app/shell/crash.tsx';
import { createDashboardRouter } from './router.ts';

const { pathname, search, hash } = location;
const isShared = `${pathname}/`.startsWith(`${sharePath}/`);
// The secret of a share must not stay in the address, nor in the history.
if (isShared) history.replaceState(history.state, '', pathname + search);

const container = document.getElementById('root');
if (!container) throw new Error('The page has no element #root.');
const root = createRoot(container, {
  // An error that the router does not catch must not leave the page blank.
  onUncaughtError: renderCrash,
});
function renderCrash(error: unknown) {
  root.render(<Crash error={error} isShared={isShared} />);
}

try {
  const settings = readPageSettings(document);
  if (isShared || settings.brand.accent !== null) {
    import('./start-optional.ts')
      .then(({ startOptionalParts }) => startOptionalParts(root, settings, isShared && hash))
      // Pages other than those of shares work without their accent colour.
      .catch((error) => isShared && renderCrash(error));
  }
  if (!isShared) {
    const session = createSessionStore(settings);
    const router = createDashboardRouter(session);
    keepTabsInSync(session);
    root.render(<RouterProvider router={router} />);
  }
} catch (error) {
  renderCrash(error);
}
