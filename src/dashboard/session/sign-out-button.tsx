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
    // Only once the host has ended the session: after a failed sign-out, the drafts are still needed.
    if (!keep) discardDrafts(fingerprint);
    store.end(ending);
  };
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle');
  const leave = async (keep: boolean) => {
    setState('leaving');
    try {
      await signOut(settings.session?.id ?? null);
      end('left', keep);
    } catch (error) {
      setState('failed');
      if (!(error instanceof ApiError)) return;
      if (error.kind === 'signedOut') end('left', keep);
      if (error.kind === 'sessionMismatch') end('replaced', keep);
    }
  };
  const [Leaving, setLeaving] = useState<ComponentType<LeavingProps> | null>(null);
  const drafts = draftsOf(fingerprint);
  const start = () => {
    if (draftsOf(fingerprint).length === 0) void leave(true);
    // Loaded on demand, since few users see it. If that fails, drafts are kept.
    else
      import('./leaving.tsx').then(
        (module) => setLeaving(() => module.Leaving),
        () => leave(true),
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
            void leave(keep);
          }}
        />
      )}
      {state === 'failed' && <span role="alert">Sign-out failed.</span>}
      <Button busy={state === 'leaving'} onClick={start}>
        {state === 'failed' ? 'Try again' : 'Sign out'}
      </Button>
    </>
  );
}
