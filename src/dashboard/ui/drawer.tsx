import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './drawer.module.css';
import { elementIds } from './element-ids.ts';
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
 * A modal dialog along one side of the window, open while mounted. Focus moves into it and, on unmount, back to the
 * element that had it before. If there was none, or it is gone, the page's content gets focus.
 */
export function Drawer({ title, side = 'end', onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  const previousFocus = useRef<Element | null>(null);
  useLayoutEffect(() => {
    previousFocus.current = document.activeElement;
    dialog.current?.showModal();
  }, []);

  useEffect(
    // Runs after the dialog is removed, since React ignores focus events during the removal.
    () => () => {
      const { current } = previousFocus;
      const hadFocus = current instanceof HTMLElement && current !== document.body;
      const target =
        hadFocus && current.isConnected ? current : document.getElementById(elementIds.content);
      target?.focus({ preventScroll: true });
    },
    [],
  );

  useEffect(() => {
    const element = dialog.current;
    // Closing is left to the page, which unmounts the dialog, so that the dialog and the address agree.
    const handleCancel = (event: Event) => {
      event.preventDefault();
      onClose();
    };
    // Dragging a text selection past the edge ends in a click outside, although the press began inside.
    let wasPressedOutside = false;
    const handlePointerDown = (event: PointerEvent) => {
      wasPressedOutside = event.target === element;
    };
    const handleClick = (event: MouseEvent) => {
      if (wasPressedOutside && event.target === element) onClose();
    };
    element?.addEventListener('cancel', handleCancel);
    element?.addEventListener('pointerdown', handlePointerDown);
    element?.addEventListener('click', handleClick);
    return () => {
      element?.removeEventListener('cancel', handleCancel);
      element?.removeEventListener('pointerdown', handlePointerDown);
      element?.removeEventListener('click', handleClick);
    };
  }, [onClose]);

  const isOnline = useOnline();
  return (
    <dialog ref={dialog} className={styles['drawer']} data-side={side} aria-labelledby={titleId}>
      <div className={styles['sheet']}>
        <div className={styles['head']}>
          <h2 id={titleId}>{title}</h2>
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
