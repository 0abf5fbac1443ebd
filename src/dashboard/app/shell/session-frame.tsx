import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useMatch } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { lazyExtra } from '../../ui/lazy-extra.ts';
import type { SessionStore } from '../session/session.ts';
import { canRunScans, SessionContext } from '../session/use-session.ts';
import { LastPathContext } from './last-path.ts';

/** Loaded on demand, since it is rarely needed. */
const MeasuringNotice = lazyExtra(
  async () => (await import('./measuring-notice.tsx')).MeasuringNotice,
);

/** Watches the scans that a session may run, with code loaded on demand. @returns a function that stops it */
function startScanWatch(client: QueryClient): () => void {
  let isOver = false;
  let stop = () => {};
  import('./scan-watch.ts').then(
    ({ watchScans }) => {
      if (!isOver) stop = watchScans(client);
    },
    // After a deployment, an old tab cannot load this file, but everything else works.
    () => {},
  );
  return () => {
    isOver = true;
    stop();
  };
}

/** Shows the cache in `npm run dev`; null in the build, which leaves its code out. */
const QueryDevtools =
  import.meta.env.MODE === 'development'
    ? lazy(() =>
        import('@tanstack/react-query-devtools').then((module) => ({
          default: module.ReactQueryDevtools,
        })),
      )
    : null;

/** Provides the session and its cache to pages, and remounts them when a session begins or ends. */
export function SessionFrame({ store }: { store: SessionStore }) {
  const { epoch, settings, client } = useSyncExternalStore(store.subscribe, store.get);
  // Checks the rendered page, since the address changes before the page does.
  const isAtSignIn = useMatch({ from: '/sign-in', shouldThrow: false }) !== undefined;
  useEffect(() => () => client.clear(), [client]);
  const mayRunScans = canRunScans(settings);
  useEffect(() => (mayRunScans ? startScanWatch(client) : undefined), [client, mayRunScans]);
  const lastPath = useRef<string | null>(null);

  // Without a session, no page but the sign-in page may fetch or show anything.
  const isAwaitingSignIn = settings.session === null && !isAtSignIn;
  return (
    <SessionContext value={store}>
      <LastPathContext value={lastPath}>
        <QueryClientProvider client={client}>
          <Fragment key={epoch}>
            {!isAwaitingSignIn && <Outlet />}
            {settings.session && settings.capabilities.includes('measuring') && (
              <Suspense>
                <MeasuringNotice />
              </Suspense>
            )}
          </Fragment>
          {QueryDevtools && (
            <Suspense>
              <QueryDevtools />
            </Suspense>
          )}
        </QueryClientProvider>
      </LastPathContext>
    </SessionContext>
  );
}
