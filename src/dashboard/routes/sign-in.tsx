import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { destinationOf } from '../app/session/destination.ts';
import { describeDestination } from '../app/session/destination-name.ts';
import { SignInPage } from '../app/session/sign-in-page.tsx';

export const Route = createFileRoute('/sign-in')({
  validateSearch: ({ to }): { to?: string } => (typeof to === 'string' ? { to } : {}),
  beforeLoad: ({ context, search, location }) => {
    if (context.session.get().settings.session === null) return;
    throw redirect({ href: destinationOf(search.to, location.hash), replace: true });
  },
  component: function SignIn() {
    const { to } = Route.useSearch();
    const navigate = Route.useNavigate();
    const hash = useLocation({ select: (location) => location.hash });
    const href = destinationOf(to, hash);
    return (
      <SignInPage
        destination={describeDestination(href)}
        onSignedIn={() => navigate({ href, replace: true })}
      />
    );
  },
});
