import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import type { RouterContext } from '../app/session/session.ts';
import { SessionFrame } from '../app/shell/session-frame.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => {
    const { settings, endReason } = context.session.get();
    if (settings.session !== null || location.pathname === '/sign-in') return;
    // Signing in returns to this address, except after signing out in this tab.
    if (endReason === 'signedOutHere') throw redirect({ to: '/sign-in', replace: true });
    // The fragment stays one: it may be the secret of a link whose path has a slip, and a query is sent to the host.
    const { pathname, searchStr, hash } = location;
    const search = { to: pathname + searchStr };
    throw redirect({ to: '/sign-in', search, hash, replace: true });
  },
  component: function Root() {
    const { session } = Route.useRouteContext();
    return <SessionFrame store={session} />;
  },
});
