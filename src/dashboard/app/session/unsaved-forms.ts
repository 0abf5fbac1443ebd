/** One entry for each form on the page whose changes would be lost. */
const unsavedForms = new Set<object>();

/** Whether a form on the page has unsaved changes, which signing out would discard. */
export const hasUnsavedForms = (): boolean => unsavedForms.size > 0;

/** Makes signing out ask first, until the returned function is called. */
export function addUnsavedForm(): () => void {
  const form = {};
  unsavedForms.add(form);
  return () => {
    unsavedForms.delete(form);
  };
}

/** The unsaved changes of a form whose session has ended. */
interface KeptForm {
  keyFingerprint: string;
  /** Identifies the form. No two kinds of form share a name. */
  name: string;
  content: object;
}

/** The form that was shown when the session ended otherwise than by signing out in this tab; null if it had no changes. */
let keptForm: KeptForm | null = null;

/** Replaces the kept form. */
export function keepForm(form: KeptForm | null): void {
  keptForm = form;
}

/** The form that is kept until this key has signed in again; null if there is none. */
export const keptFormOf = (keyFingerprint: string | undefined): KeptForm | null =>
  keptForm?.keyFingerprint === keyFingerprint ? keptForm : null;
