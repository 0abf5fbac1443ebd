import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import styles from './share.module.css';

interface NewLinkProps {
  link: string;
  /** What the page calls the link: "link" or "address". */
  noun: string;
  /** Says that the link is shown only once, and who can use it. */
  hint: ReactNode;
  /** Whether the link was copied when it was created. */
  isCopied: boolean;
  onAnother: () => void;
}

/** Shows a new link, which cannot be shown again later. */
export function NewLink({ link, noun, hint, isCopied, onAnother }: NewLinkProps) {
  const [isCopiedByButton, setCopiedByButton] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const hasBeenCopied = isCopied || isCopiedByButton;
  const title = noun === 'link' ? 'Link' : 'Address';
  return (
    <section className={styles['created']} aria-label={`New ${noun}`}>
      <p role="status">
        {hasBeenCopied ? `${title} copied to the clipboard.` : `The ${noun} is ready. Copy it now.`}
      </p>
      <input
        ref={field}
        className={styles['input']}
        aria-label={title}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className={styles['hint']}>{hint}</p>
      <div className={styles['row']}>
        <Button look="strong" onClick={() => void copyText(link).then(setCopiedByButton)}>
          {hasBeenCopied ? 'Copy again' : `Copy ${noun}`}
        </Button>
        <Button onClick={onAnother}>Create another</Button>
      </div>
    </section>
  );
}
