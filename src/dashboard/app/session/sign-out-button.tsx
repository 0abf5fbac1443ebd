import { type ComponentType, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { Button } from '../../ui/button.tsx';
import { signOut } from './calls.ts';
import { discardDrafts, draftsOf } from './draft-store.ts';
import type { SignOutDrawerProps } from './sign-out-drawer.tsx';
import { hasUnsavedForms } from './unsaved-forms.ts';
import { useSession, useSessionStore } from './use-session.ts';

/**
 * Ends the session on the host, then in this page. If the host fails to end it, the user stays signed in. Asks first
 * if a form has unsaved changes, and whether to keep draft notes if there are any.
 */
export function SignOutButton() {
  const { settings } = useSession();
  const store = useSessionStore();
  const fingerprint = settings.session?.keyFingerprint ?? '';
  const endInPage = (reason: 'signedOutHere' | 'replaced', shouldKeepDrafts: boolean) => {
    // Discarded only once the host has ended the session: after a failed sign-out, drafts are still needed.
    if (!shouldKeepDrafts) discardDrafts(fingerprint);
    store.end(reason);
  };
  const [state, setState] = useState<'idle' | 'signingOut' | 'failed'>('idle');
  const endSession = async (shouldKeepDrafts: boolean) => {
    setState('signingOut');
    try {
      await signOut(settings.session?.id ?? null);
      endInPage('signedOutHere', shouldKeepDrafts);
    } catch (error) {
      setState('failed');
      if (!(error instanceof ApiError)) return;
      if (error.kind === 'signedOut') endInPage('signedOutHere', shouldKeepDrafts);
      if (error.kind === 'sessionMismatch') endInPage('replaced', shouldKeepDrafts);
    }
  };
  const [SignOutDrawer, setSignOutDrawer] = useState<ComponentType<SignOutDrawerProps> | null>(
    null,
  );
  const drafts = draftsOf(fingerprint);
  const startSignOut = () => {
    const hasUnsaved = hasUnsavedForms();
    if (!hasUnsaved && draftsOf(fingerprint).length === 0) void endSession(true);
    // Loaded on demand, since few users see it. If loading fails, draft notes are kept, unlike unsaved changes.
    else
      import('./sign-out-drawer.tsx').then(
        (module) => setSignOutDrawer(() => module.SignOutDrawer),
        () => (hasUnsaved ? setState('failed') : endSession(true)),
      );
  };
  return (
    <>
      {SignOutDrawer && (
        <SignOutDrawer
          drafts={drafts}
          hasUnsavedChanges={hasUnsavedForms()}
          onCancel={() => setSignOutDrawer(null)}
          onSignOut={(shouldKeepDrafts) => {
            setSignOutDrawer(null);
            void endSession(shouldKeepDrafts);
          }}
        />
      )}
      {state === 'failed' && <span role="alert">Sign-out failed.</span>}
      <Button isUnavailable={state === 'signingOut'} onClick={startSignOut}>
        {state === 'failed' ? 'Try again' : 'Sign out'}
      </Button>
    </>
  );
}
