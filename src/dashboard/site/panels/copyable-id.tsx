import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './panels.module.css';

/** An id with a button that copies it; where the browser refuses, it says so, and a click selects the id. */
export function CopyableId({ id }: { id: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      setOutcome('copied');
    } catch {
      // Refused by the person or the browser, or absent outside a secure page.
      setOutcome('refused');
    }
  };
  return (
    <span className={styles['id']}>
      <code>{id}</code>
      <Button className={styles['copy']} onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status">
        {outcome === 'copied' && <VisuallyHidden>ID copied</VisuallyHidden>}
        {outcome === 'refused' && 'The browser did not copy it.'}
      </span>
    </span>
  );
}
