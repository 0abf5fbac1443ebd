import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import styles from '../site/controls/bar.module.css';

/** Kept free between a popup and the window's edge, in pixels. */
const margin = 8;

interface SheetProps {
  /** The dialog's accessible name. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

function Sheet({ label, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    const place = () => {
      const anchor = element?.parentElement?.getBoundingClientRect();
      if (!element || !anchor) return;
      const { clientWidth } = document.documentElement;
      // From the side of the window that the button is on: that edge stays as its words change.
      element.dataset['side'] = anchor.left + anchor.right > clientWidth ? 'end' : 'start';
      element.style.translate = '';
      const { left, right } = element.getBoundingClientRect();
      const over = Math.max(0, right - (clientWidth - margin));
      const shift = over > 0 ? -over : Math.max(0, margin - left);
      if (shift !== 0) element.style.translate = `${shift}px 0`;
    };
    place();
    window.addEventListener('resize', place);
    const first =
      element?.querySelector<HTMLElement>('input:checked') ??
      element?.querySelector<HTMLElement>('input, button');
    first?.focus();
    return () => window.removeEventListener('resize', place);
  }, []);

  useEffect(() => {
    const control = dialog.current?.parentElement?.querySelector('button');
    // After the dialog has gone, so that focus that was in it is nowhere.
    return () => {
      if (document.activeElement === document.body) control?.focus();
    };
  }, []);

  useEffect(() => {
    const anchor = dialog.current?.parentElement;
    if (!anchor) return;
    // At the click rather than the press: by then focus is where the person wants it.
    const click = (event: MouseEvent) => {
      if (!event.composedPath().includes(anchor)) onClose();
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !anchor.contains(relatedTarget)) onClose();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('click', click);
    anchor.addEventListener('focusout', leave);
    anchor.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('click', click);
      anchor.removeEventListener('focusout', leave);
      anchor.removeEventListener('keydown', press);
    };
  }, [onClose]);

  return (
    <dialog ref={dialog} open className={styles['popup']} aria-label={label} tabIndex={-1}>
      {children}
    </dialog>
  );
}

interface PopupProps extends SheetProps {
  isOpen: boolean;
  /** The button that it belongs to and that gets focus back. */
  control: ReactNode;
  /** A word under the button, read out when it appears. */
  status?: string;
}

/**
 * A button and the small dialog under it. Focus goes into the dialog when it opens; Escape, a click or
 * focus elsewhere closes it, and focus comes back unless it has gone elsewhere.
 */
export function Popup({ label, isOpen, onClose, control, status, children }: PopupProps) {
  return (
    <div className={styles['anchor']}>
      {control}
      {status !== undefined && (
        <span role="status" className={styles['status']}>
          {status}
        </span>
      )}
      {isOpen && (
        <Sheet label={label} onClose={onClose}>
          {children}
        </Sheet>
      )}
    </div>
  );
}
