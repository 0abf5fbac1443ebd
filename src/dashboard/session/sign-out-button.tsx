import { useMutation } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import { discardDrafts, draftsOf } from '../site/notes/draft-store.ts';
import { Button } from '../ui/button.tsx';
import { signOut } from './calls.ts';
import type { LeavingProps } from './leaving.tsx';
import { useSession, useSessionStore } from './use-session.ts';

/**
 * Ends the session in the host, then here. If the host does not answer, it says so and nothing ends. Where
 * notes are not sent yet, it first asks what becomes of them.
 */
export function SignOutButton() {
  const { facts } = useSession();
  const store = useSessionStore();
  const fingerprint = facts.session?.keyFingerprint ?? '';
  const end = (ending: 'left' | 'replaced', keep: boolean) => {
    // Only once it is certain that the session is over.
    if (!keep) discardDrafts(fingerprint);
    store.end(ending);
  };
  const leave = useMutation({
    mutationFn: (_keep: boolean) => signOut(facts.session?.id ?? null),
    onSuccess: (_, keep) => end('left', keep),
    onError: (error, keep) => {
      if (!(error instanceof ApiError)) return;
      if (error.kind === 'signedOut') end('left', keep);
      if (error.kind === 'sessionMismatch') end('replaced', keep);
    },
  });
  const [Leaving, ask] = useState<ComponentType<LeavingProps> | null>(null);
  const drafts = draftsOf(fingerprint);
  const start = () => {
    if (draftsOf(fingerprint).length === 0) leave.mutate(true);
    // Few ever see the question: its code comes with it. Without it, drafts are kept.
    else
      import('./leaving.tsx').then(
        (module) => ask(() => module.Leaving),
        () => leave.mutate(true),
      );
  };
  return (
    <>
      {Leaving && (
        <Leaving
          drafts={drafts}
          onCancel={() => ask(null)}
          onLeave={(keep) => {
            ask(null);
            leave.mutate(keep);
          }}
        />
      )}
      {leave.isError && <span role="alert">Sign-out failed.</span>}
      <Button busy={leave.isPending} onClick={start}>
        {leave.isError ? 'Try again' : 'Sign out'}
      </Button>
    </>
  );
}
