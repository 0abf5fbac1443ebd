import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import { Button } from '../ui/button.tsx';
import { signOut } from './calls.ts';
import { useSession, useSessionStore } from './use-session.ts';

/** Ends the session in the host, then here. If the host does not answer, it says so and nothing ends. */
export function SignOutButton() {
  const { facts } = useSession();
  const store = useSessionStore();
  const leave = useMutation({
    mutationFn: () => signOut(facts.session?.id ?? null),
    onSuccess: () => store.end('left'),
    onError: (error) => {
      if (error instanceof ApiError && error.kind === 'signedOut') store.end('left');
      if (error instanceof ApiError && error.kind === 'sessionMismatch') store.end('replaced');
    },
  });
  return (
    <>
      {leave.isError && <span role="alert">Sign-out failed.</span>}
      <Button busy={leave.isPending} onClick={() => leave.mutate()}>
        {leave.isError ? 'Try again' : 'Sign out'}
      </Button>
    </>
  );
}
