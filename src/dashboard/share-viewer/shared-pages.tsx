import { createRouter, RouterProvider } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { sharePath } from '../../contract/page-settings.ts';
import type { ShareDates, SharedView } from '../../contract/sightline/shares.ts';
import { datesInWords } from '../../figures/periods/dates-in-words.ts';
import type { SessionStore } from '../app/session/session.ts';
import { type ShareOverrides, ShareOverridesContext } from '../app/session/share-overrides.ts';
import { Crash } from '../app/shell/crash.tsx';
import { NotFoundPage } from '../app/shell/not-found-page.tsx';
import { pageLocale } from '../locale.ts';
import { routeTree } from '../route-tree.gen.ts';
import { type LockedSearch, lockedSearchOf } from './locked-search.ts';
import styles from './shared.module.css';
import { firstPathOf, isSharedPath } from './shared-paths.ts';
import { SharedShell } from './shared-shell.tsx';

/** The dates that a share sets, shown in place of the date controls. */
function LockedDates({ dates }: { dates: ShareDates }) {
  return (
    <p className={styles['dates']} title="Set by this link">
      <Lock size={12} aria-hidden="true" /> {datesInWords(dates, pageLocale())}{' '}
      <small>UTC days</small>
    </p>
  );
}

const createSharedRouter = (session: SessionStore, search: LockedSearch) =>
  createRouter({
    routeTree,
    basepath: sharePath,
    context: { session },
    parseSearch: search.parse,
    stringifySearch: search.stringify,
    defaultPreload: 'intent',
    defaultGcTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: (props) => <Crash {...props} isShared />,
  });

function overridesOf(share: SharedView, search: LockedSearch): ShareOverrides {
  return {
    share,
    Shell: SharedShell,
    pages: share.pages,
    lockedParameters: search.lockedParameters,
    dates: search.areDatesLocked ? <LockedDates dates={share.dates} /> : null,
  };
}

interface SharedPagesProps {
  session: SessionStore;
  share: SharedView;
}

/** The pages of a share: those of its site, limited to what the share includes. */
export function SharedPages({ session, share }: SharedPagesProps) {
  const [{ router, overrides }] = useState(() => {
    const { pathname } = window.location;
    // Replaces the history entry, so that going back leaves the share.
    if (!isSharedPath(share, pathname.slice(sharePath.length))) {
      window.history.replaceState(null, '', sharePath + firstPathOf(share));
    }
    const search = lockedSearchOf(share);
    return { router: createSharedRouter(session, search), overrides: overridesOf(share, search) };
  });
  return (
    <ShareOverridesContext value={overrides}>
      <RouterProvider router={router} />
    </ShareOverridesContext>
  );
}
