import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import type { RouterContext } from '../app/session/session.ts';
import { SessionFrame } from '../app/shell/session-frame.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => {
    const { settings, endReason } = context.session.get();
    if (settings.session !== null || location.pathname === '/sign-in') return;
    // Signing in returns to this address, except after signing out in this tab.
    const search = endReason === 'signedOutHere' ? {} : { to: location.href };
    throw redirect({ to: '/sign-in', search, replace: true });
  },
  component: function Root() {
    const { session } = Route.useRouteContext();
    return <SessionFrame store={session} />;
  },
});
