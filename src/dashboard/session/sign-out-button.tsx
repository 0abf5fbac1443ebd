import { useMutation } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import { discardDrafts, draftsOf } from '../site/notes/draft-store.ts';
import { Button } from '../ui/button.tsx';
import { signOut } from './calls.ts';
import type { LeavingProps } from './leaving.tsx';
import { useSession, useSessionStore } from './use-session.ts';

/**
 * Ends the session on the host, then here; if the host cannot be reached, the session continues. Asks first what
 * to do with unsent notes.
 */
export function SignOutButton() {
  const { settings } = useSession();
  const store = useSessionStore();
  const fingerprint = settings.session?.keyFingerprint ?? '';
  const end = (ending: 'left' | 'replaced', keep: boolean) => {
    // Only after the session has ended.
    if (!keep) discardDrafts(fingerprint);
    store.end(ending);
  };
  const leave = useMutation({
    mutationFn: (_keep: boolean) => signOut(settings.session?.id ?? null),
    onSuccess: (_, keep) => end('left', keep),
    onError: (error, keep) => {
      if (!(error instanceof ApiError)) return;
      if (error.kind === 'signedOut') end('left', keep);
      if (error.kind === 'sessionMismatch') end('replaced', keep);
    },
  });
  const [Leaving, setLeaving] = useState<ComponentType<LeavingProps> | null>(null);
  const drafts = draftsOf(fingerprint);
  const start = () => {
    if (draftsOf(fingerprint).length === 0) leave.mutate(true);
    // Loaded on demand, since few users see it. If that fails, drafts are kept.
    else
      import('./leaving.tsx').then(
        (module) => setLeaving(() => module.Leaving),
        () => leave.mutate(true),
      );
  };
  return (
    <>
      {Leaving && (
        <Leaving
          drafts={drafts}
          onCancel={() => setLeaving(null)}
          onLeave={(keep) => {
            setLeaving(null);
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
