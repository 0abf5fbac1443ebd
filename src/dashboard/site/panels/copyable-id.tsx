import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './panels.module.css';

/** An ID with a Copy button. If copying fails, a message says so; a click on the ID selects it. */
export function CopyableId({ id }: { id: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => setOutcome((await copyText(id)) ? 'copied' : 'failed');
  return (
    <span className={styles['id']}>
      <code>{id}</code>
      <Button className={styles['copy']} onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status">
        {outcome === 'copied' && <VisuallyHidden>ID copied</VisuallyHidden>}
        {outcome === 'failed' &&
          'The ID could not be copied. Click it to select it, then copy it yourself.'}
      </span>
    </span>
  );
}
