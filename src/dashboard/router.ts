import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { SessionStore } from './app/session/session.ts';
import { Crash } from './app/shell/crash.tsx';
import { NotFoundPage } from './app/shell/not-found-page.tsx';
import { routeTree } from './route-tree.gen.ts';
import { parseSearch, stringifySearch } from './search-format.ts';

/** Creates the dashboard's router, on the browser's history by default. */
export function createDashboardRouter(session: SessionStore, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { session },
    parseSearch,
    stringifySearch,
    // Fetches a page's code when its link is hovered or focused; loaders fetch data only when the page is opened.
    defaultPreload: 'intent',
    // Data lives in the query cache, so the router does not need to cache routes.
    defaultGcTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: Crash,
  });
  session.subscribe(() => {
    // Reruns the root route's check, which redirects to sign-in without a session.
    if (session.get().endReason !== null) void router.invalidate();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
