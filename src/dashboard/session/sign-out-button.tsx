import { type ComponentType, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import { Button } from '../ui/button.tsx';
import { signOut } from './calls.ts';
import { discardDrafts, draftsOf } from './draft-store.ts';
import type { SignOutDrawerProps } from './sign-out-drawer.tsx';
import { useSession, useSessionStore } from './use-session.ts';

/**
 * Ends the session on the host, then here; if the host cannot be reached, the session continues. Asks first what
 * to do with unsent notes.
 */
export function SignOutButton() {
  const { settings } = useSession();
  const store = useSessionStore();
  const fingerprint = settings.session?.keyFingerprint ?? '';
  const end = (ending: 'left' | 'replaced', shouldKeep: boolean) => {
    // Only once the host has ended the session: after a failed sign-out, the drafts are still needed.
    if (!shouldKeep) discardDrafts(fingerprint);
    store.end(ending);
  };
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle');
  const leave = async (shouldKeep: boolean) => {
    setState('leaving');
    try {
      await signOut(settings.session?.id ?? null);
      end('left', shouldKeep);
    } catch (error) {
      setState('failed');
      if (!(error instanceof ApiError)) return;
      if (error.kind === 'signedOut') end('left', shouldKeep);
      if (error.kind === 'sessionMismatch') end('replaced', shouldKeep);
    }
  };
  const [SignOutDrawer, setSignOutDrawer] = useState<ComponentType<SignOutDrawerProps> | null>(
    null,
  );
  const drafts = draftsOf(fingerprint);
  const start = () => {
    if (draftsOf(fingerprint).length === 0) void leave(true);
    // Loaded on demand, since few users see it. If that fails, drafts are kept.
    else
      import('./sign-out-drawer.tsx').then(
        (module) => setSignOutDrawer(() => module.SignOutDrawer),
        () => leave(true),
      );
  };
  return (
    <>
      {SignOutDrawer && (
        <SignOutDrawer
          drafts={drafts}
          onCancel={() => setSignOutDrawer(null)}
          onLeave={(shouldKeep) => {
            setSignOutDrawer(null);
            void leave(shouldKeep);
          }}
        />
      )}
      {state === 'failed' && <span role="alert">Sign-out failed.</span>}
      <Button isUnavailable={state === 'leaving'} onClick={start}>
        {state === 'failed' ? 'Try again' : 'Sign out'}
      </Button>
    </>
  );
}
