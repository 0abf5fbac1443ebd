import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { LinkState } from './link-state.ts';
import styles from './shared.module.css';

interface PassphraseFormProps {
  state: LinkState & { kind: 'passphrase' };
  isSending: boolean;
  onSend: (passphrase: string) => void;
}

function faultOf({ isWrong, waitSeconds }: LinkState & { kind: 'passphrase' }, isEmpty: boolean) {
  if (isEmpty) return 'Enter the passphrase.';
  if (waitSeconds !== null) return `Too many wrong passphrases. Try again in ${waitSeconds} s.`;
  return isWrong ? 'Wrong passphrase. Check it and try again.' : null;
}

/** Asks for the passphrase of a link. A wrong passphrase stays in the field, so that it can be corrected. */
export function PassphraseForm({ state, isSending, onSend }: PassphraseFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  // Focuses the field when the form appears and after each refusal.
  useEffect(() => {
    if (!isSending && state) field.current?.focus();
  }, [state, isSending]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const typed = field.current?.value ?? '';
    setEmpty(typed === '');
    if (typed !== '') onSend(typed);
  };
  const fault = isSending ? null : faultOf(state, isEmpty);
  return (
    // POST, so that even without JavaScript the passphrase never appears in the address.
    <form className={styles['form']} method="post" onSubmit={submit} noValidate>
      <label htmlFor="passphrase">Passphrase</label>
      <input
        id="passphrase"
        ref={field}
        type="password"
        autoComplete="off"
        maxLength={200}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? 'passphrase-hint' : 'passphrase-fault'}
      />
      {fault !== null && (
        <p id="passphrase-fault" className={styles['fault']} role="alert">
          {fault}
        </p>
      )}
      <p id="passphrase-hint" className={styles['hint']}>
        This link is protected. Ask the person who sent it for the passphrase.
      </p>
      <Button look="strong" type="submit" isUnavailable={isSending}>
        {isSending ? 'Opening…' : 'Open'}
      </Button>
    </form>
  );
}
