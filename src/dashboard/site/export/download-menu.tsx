import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Popup } from '../../ui/popup.tsx';
import { DownloadButton } from './download-button.tsx';
import styles from './download-menu.module.css';
import { type DownloadFile, save } from './save.ts';

/** An item of the menu: a file to download, or a drawer to open. */
export interface Choice {
  label: string;
  /** Explains what the choice downloads or opens, or why it is disabled. */
  note?: string | null;
  isDisabled?: boolean;
  /** Makes the file to download. */
  make?: () => Promise<DownloadFile>;
  /** Opens a drawer instead. */
  open?: () => void;
}

interface DownloadMenuProps {
  choices: readonly Choice[];
  /** Whether the figures or the site's name are still loading, which disables the button. */
  isWaiting: boolean;
  /** Whether the view has no figures at all. */
  isEmpty: boolean;
}

/** How long a message stays, in milliseconds. */
const messageDuration = 6000;

const messages = {
  idle: '',
  making: 'Creating the file…',
  failed: 'The file could not be created. Reload the page, or choose a shorter date range.',
  empty: 'There is nothing to download.',
};

/** A button with a menu of ways to download what the page shows. */
export function DownloadMenu({ choices, isWaiting, isEmpty }: DownloadMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [state, setState] = useState<keyof typeof messages>('idle');
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    if (state === 'idle' || state === 'making') return;
    const timer = setTimeout(() => setState('idle'), messageDuration);
    return () => clearTimeout(timer);
  }, [state]);
  const choose = async ({ isDisabled = false, make, open }: Choice) => {
    if (isDisabled) return;
    // Returns the focus to the button first, where a drawer that opens now returns it later.
    flushSync(close);
    open?.();
    if (!make) return;
    setState('making');
    try {
      await save(await make());
      setState('idle');
    } catch {
      // Either the code could not be loaded, or the file is too large for the browser.
      setState('failed');
    }
  };
  return (
    <div className={styles['menu']}>
      <Popup
        label="Download"
        isOpen={isOpen && !isWaiting}
        onClose={close}
        status={messages[state]}
        control={
          <DownloadButton
            isUnavailable={isWaiting || state === 'making'}
            aria-haspopup="dialog"
            aria-expanded={isOpen && !isWaiting}
            onClick={() => {
              setState(isEmpty ? 'empty' : 'idle');
              setOpen(!isOpen && !isEmpty);
            }}
          />
        }
      >
        <ul>
          {choices.map((choice) => (
            <li key={choice.label}>
              <button
                type="button"
                className={styles['choice']}
                aria-disabled={choice.isDisabled || undefined}
                onClick={() => void choose(choice)}
              >
                {choice.label}
                {choice.note && <small>{choice.note}</small>}
              </button>
            </li>
          ))}
        </ul>
      </Popup>
    </div>
  );
}
