import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './popup.module.css';

/** The minimum gap between a popup and the window's edge, in pixels. */
const margin = 8;

/** The gap between a fixed popup and its button, in pixels. */
const gap = 4;

interface SheetProps {
  /** Positioned relative to the window, for a button inside a scrolling box. */
  isFixed?: boolean;
  /** The dialog's accessible name. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

function Sheet({ label, isFixed = false, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Whether focus is moving elsewhere, possibly just before a click there. */
  const isFocusLeaving = useRef(false);

  useLayoutEffect(() => {
    const element = dialog.current;
    const place = () => {
      const anchor = element?.parentElement?.getBoundingClientRect();
      if (!element || !anchor) return;
      const { clientWidth, clientHeight } = document.documentElement;
      // Aligned to the button's outer edge, which does not move when its label changes.
      element.dataset['side'] = anchor.left + anchor.right > clientWidth ? 'end' : 'start';
      element.style.translate = '';
      let coversButton = false;
      if (isFixed) {
        // Below the button, else above it, else over it: the window cannot scroll to a fixed popup.
        const lowest = Math.max(margin, clientHeight - margin - element.offsetHeight);
        const below = anchor.bottom + gap;
        const above = anchor.top - gap - element.offsetHeight;
        const fitsBelow = below <= lowest;
        const fitsAbove = above >= margin;
        coversButton = !fitsBelow && !fitsAbove;
        const top = Math.min(fitsAbove && !fitsBelow ? above : below, lowest);
        element.style.inset = `${top}px auto auto ${anchor.left}px`;
        // Reached with the Tab key where its content is taller than it, so that the arrow keys can scroll it.
        element.tabIndex = element.scrollHeight > element.clientHeight ? 0 : -1;
      }
      const { left, right } = element.getBoundingClientRect();
      const over = Math.max(0, right - (clientWidth - margin));
      const shift = over > 0 ? -over : Math.max(0, margin - left);
      if (shift !== 0) element.style.translate = `${shift}px 0`;
      if (coversButton && !element.contains(document.activeElement)) element.focus();
    };
    place();
    window.addEventListener('resize', place);
    const first =
      element?.querySelector<HTMLElement>('input:checked') ??
      element?.querySelector<HTMLElement>('input, button');
    first?.focus();
    return () => window.removeEventListener('resize', place);
  }, [isFixed]);

  useEffect(() => {
    const control = dialog.current?.parentElement?.querySelector('button');
    // Runs after the dialog is removed, when focus that was inside it is on the body.
    return () => {
      if (!isFocusLeaving.current && document.activeElement === document.body)
        control?.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    const anchor = dialog.current?.parentElement;
    if (!anchor) return;
    // On click, not pointerdown: by then focus has moved to its new place.
    const click = (event: MouseEvent) => {
      if (!event.composedPath().includes(anchor)) onClose();
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node) || anchor.contains(relatedTarget)) return;
      isFocusLeaving.current = true;
      onClose();
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
    <dialog
      ref={dialog}
      open
      className={styles['popup']}
      data-fixed={isFixed || undefined}
      aria-label={label}
      tabIndex={-1}
    >
      {children}
    </dialog>
  );
}

interface PopupProps extends SheetProps {
  isOpen: boolean;
  /** The button that opens it and gets focus back. */
  control: ReactNode;
  /** A short message under the button, announced when it appears. */
  status?: string;
}

/**
 * A button with a small dialog under it. When it opens, focus moves to its checked input or else its first control; if
 * it has none, to the dialog itself if that covers the button. Escape, or a click or focus outside, closes it, and
 * focus returns to the button unless it has moved elsewhere.
 */
export function Popup(props: PopupProps) {
  const { label, isOpen, isFixed = false, onClose, control, status, children } = props;
  return (
    <div className={styles['anchor']}>
      {control}
      {status !== undefined && (
        <span role="status" className={styles['status']}>
          {status}
        </span>
      )}
      {isOpen && (
        <Sheet label={label} isFixed={isFixed} onClose={onClose}>
          {children}
        </Sheet>
      )}
    </div>
  );
}
