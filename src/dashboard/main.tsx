import '@fontsource-variable/inter/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { readPageSettings } from './api/page-settings.ts';
import { createDashboardRouter } from './router.ts';
import { createSessionStore } from './session/session.ts';
import { linkTabs } from './session/tabs.ts';
import { Crash } from './shell/crash.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('The document has no element with the id "root".');
const root = createRoot(place, {
  // An error that the router did not catch must not leave the window blank.
  onUncaughtError: (error) => root.render(<Crash error={error} />),
});

try {
  const settings = readPageSettings(document);
  if (settings.brand.accent !== null) {
    document.documentElement.style.setProperty('--brand', settings.brand.accent);
  }
  const session = createSessionStore(settings);
  const router = createDashboardRouter(session);
  linkTabs(session);
  root.render(<RouterProvider router={router} />);
} catch (error) {
  root.render(<Crash error={error} />);
}
