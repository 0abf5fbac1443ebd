import { useEffect, useRef, useState } from 'react';
import { usePageSettings, useSessionStore } from './use-session.ts';

/** One entry for each form on the page whose changes would be lost. */
const unsavedForms = new Set<object>();

/** Whether a form on the page has unsaved changes, which signing out would discard. */
export const hasUnsavedForms = (): boolean => unsavedForms.size > 0;

/** Makes signing out ask first while a form has unsaved changes. */
export function useUnsavedForm(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const form = {};
    unsavedForms.add(form);
    return () => {
      unsavedForms.delete(form);
    };
  }, [isUnsaved]);
}

/** The form that was shown when the session ended otherwise than by signing out in this tab; null if it had no changes. */
let keptForm: { keyFingerprint: string; name: string; content: object } | null = null;

/** Whether a form is kept until someone signs in with this key again. */
export const hasKeptForm = (keyFingerprint: string): boolean =>
  keptForm?.keyFingerprint === keyFingerprint;

/** Forgets the kept form unless it belongs to the key that has just signed in. */
export function forgetFormOfOthers(keyFingerprint: string | undefined): void {
  if (keptForm?.keyFingerprint !== keyFingerprint) keptForm = null;
}

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
  const [content] = useState(() =>
    keptForm?.keyFingerprint === keyFingerprint && keptForm.name === name
      ? // Only a form of this kind keeps content under this name.
        (keptForm.content as Content)
      : null,
  );
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
    keptForm = null;
    return () => {
      const { endReason } = store.get();
      if (endReason === null || endReason === 'signedOutHere' || newest.current === null) return;
      keptForm = { keyFingerprint, name, content: newest.current };
    };
  }, [store, keyFingerprint, name]);
}
