import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './drawer.module.css';
import { elementIds } from './element-ids.ts';
import { useOnline } from './use-online.ts';

interface DrawerProps {
  /** Heading, and the dialog's accessible name. */
  title: string;
  /** The side it comes from. */
  side?: 'start' | 'end';
  /** Called once, when it was closed by its button, Escape or a click beside it. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog along one side of the window, modal as long as it is mounted. Focus goes into it, and back to
 * where it was when it goes; to the page, where that is gone.
 */
export function Drawer({ title, side = 'end', onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    before.current = document.activeElement;
    dialog.current?.showModal();
  }, []);

  useEffect(
    // Once the dialog is gone: while it goes, React hears no focus events.
    () => () => {
      const { current } = before;
      const isThere = current instanceof HTMLElement && current !== document.body;
      const target =
        isThere && current.isConnected ? current : document.getElementById(elementIds.content);
      target?.focus({ preventScroll: true });
    },
    [],
  );

  useEffect(() => {
    const element = dialog.current;
    // Escape asks to cancel. The page decides when the dialog goes, so that its state and the address agree.
    const cancel = (event: Event) => {
      event.preventDefault();
      onClose();
    };
    // A text that is marked to beyond the edge ends there with a click that was not begun there.
    let beganBeside = false;
    const press = (event: PointerEvent) => {
      beganBeside = event.target === element;
    };
    const click = (event: MouseEvent) => {
      if (beganBeside && event.target === element) onClose();
    };
    element?.addEventListener('cancel', cancel);
    element?.addEventListener('pointerdown', press);
    element?.addEventListener('click', click);
    return () => {
      element?.removeEventListener('cancel', cancel);
      element?.removeEventListener('pointerdown', press);
      element?.removeEventListener('click', click);
    };
  }, [onClose]);

  const online = useOnline();
  return (
    <dialog ref={dialog} className={styles['drawer']} data-side={side} aria-labelledby={titleId}>
      <div className={styles['sheet']}>
        <div className={styles['head']}>
          <h2 id={titleId}>{title}</h2>
          <Button look="quiet" aria-label="Close" className={styles['close']} onClick={onClose}>
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
        {/* The page says so too, which nobody sees or hears while this is open. */}
        <div role="status">{!online && <p className={styles['offline']}>You are offline.</p>}</div>
        <div className={styles['body']}>{children}</div>
      </div>
    </dialog>
  );
}
