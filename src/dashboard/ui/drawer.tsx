import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import styles from './drawer.module.css';
import { useModal } from './use-modal.ts';
import { useOnline } from './use-online.ts';

interface DrawerProps {
  /** Heading, and the dialog's accessible name. */
  title: string;
  /** The side it slides in from. */
  side?: 'start' | 'end';
  /** Called when the user closes it: with its button, Escape or a click outside. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog along one side of the window, open while mounted. Focus moves to its element with `data-first-focus`,
 * or else to its heading, and on unmount back to the element that had it before.
 */
export function Drawer({ title, side = 'end', onClose, children }: DrawerProps) {
  const dialog = useModal(onClose);
  const titleId = useId();
  const isOnline = useOnline();
  return (
    <dialog ref={dialog} className={styles['drawer']} data-side={side} aria-labelledby={titleId}>
      <div className={styles['sheet']}>
        <div className={styles['head']}>
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <Button look="quiet" aria-label="Close" className={styles['close']} onClick={onClose}>
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
        {/* The page's own offline banner is inert while this is open, so screen readers skip it. */}
        <div role="status">
          {!isOnline && <p className={styles['offline']}>You are offline.</p>}
        </div>
        <div className={styles['body']}>{children}</div>
      </div>
    </dialog>
  );
}
