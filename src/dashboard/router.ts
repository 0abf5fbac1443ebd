import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { routeTree } from './route-tree.gen.ts';
import { parseSearch, stringifySearch } from './search-format.ts';
import type { SessionStore } from './session/session.ts';
import { Crash } from './shell/crash.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';

/** The dashboard's router. Follows the browser's history unless given another. */
export function createDashboardRouter(session: SessionStore, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { session },
    parseSearch,
    stringifySearch,
    // Fetches a page's code as soon as its link is pointed at; loaders fetch data on entering only.
    defaultPreload: 'intent',
    // What loaders bring is in the query cache: the router need not keep every search there was.
    defaultGcTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: Crash,
  });
  session.subscribe(() => {
    // The root route decides anew where this page may be: without a session, at sign-in.
    if (session.get().ending !== null) void router.invalidate();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
