import { useEffect, useRef, useState } from 'react';
import { keepForm, keptFormOf } from '../app/session/unsaved-forms.ts';
import { usePageSettings, useSessionStore } from '../app/session/use-session.ts';

/** The fingerprint of the key when the form was shown first, also after the session has ended. */
function useFingerprint(): string {
  const { session } = usePageSettings();
  return useState(session?.keyFingerprint ?? '')[0];
}

/**
 * Returns what `useKeep` kept of a form before the same key signed in again; null if nothing. Stays the same while the
 * form is shown.
 * @param name identifies the form. No two kinds of form share a name.
 */
export function useKept<Content extends object>(name: string): Content | null {
  const keyFingerprint = useFingerprint();
  const [content] = useState(() => {
    const form = keptFormOf(keyFingerprint);
    // Only a form of this kind keeps content under this name.
    return form?.name === name ? (form.content as Content) : null;
  });
  return content;
}

/**
 * Keeps unsaved changes in the memory of the page if the session ends while the form is shown, so that the form can show
 * them again once the same key has signed in. Signing out in this tab discards them.
 * @param content null while there are no unsaved changes
 */
export function useKeep(name: string, content: object | null): void {
  const store = useSessionStore();
  const keyFingerprint = useFingerprint();
  const newest = useRef(content);
  useEffect(() => {
    newest.current = content;
  });
  useEffect(() => {
    keepForm(null);
    return () => {
      const { endReason } = store.get();
      if (endReason === null || endReason === 'signedOutHere' || newest.current === null) return;
      keepForm({ keyFingerprint, name, content: newest.current });
    };
  }, [store, keyFingerprint, name]);
}
