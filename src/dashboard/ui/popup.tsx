import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './popup.module.css';
import { isControl } from './return-focus.ts';

/** The minimum gap between a popup and the window's edge, in pixels. */
const margin = 8;

/** The gap between a fixed popup and its button, in pixels. */
const gap = 4;

interface SheetProps {
  /** Whether the dialog is positioned relative to the window, for a button inside a scrolling box. */
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
      // Aligns the popup to the button's outer edge, which does not move when the button's label changes.
      element.dataset['side'] = anchor.left + anchor.right > clientWidth ? 'end' : 'start';
      element.style.translate = '';
      let coversButton = false;
      if (isFixed) {
        // Prefers the place below the button, then above it, then over it: the window cannot scroll to a fixed popup.
        const maxTop = Math.max(margin, clientHeight - margin - element.offsetHeight);
        const below = anchor.bottom + gap;
        const above = anchor.top - gap - element.offsetHeight;
        const fitsBelow = below <= maxTop;
        const fitsAbove = above >= margin;
        coversButton = !fitsBelow && !fitsAbove;
        const top = Math.min(fitsAbove && !fitsBelow ? above : below, maxTop);
        element.style.inset = `${top}px auto auto ${anchor.left}px`;
        // A popup that scrolls can be reached with the Tab key, so that the arrow keys can scroll it.
        element.tabIndex = element.scrollHeight > element.clientHeight ? 0 : -1;
      }
      const { left, right } = element.getBoundingClientRect();
      const overflow = Math.max(0, right - (clientWidth - margin));
      const shift = overflow > 0 ? -overflow : Math.max(0, margin - left);
      if (shift !== 0) element.style.translate = `${shift}px 0`;
      if (coversButton && !element.contains(document.activeElement)) element.focus();
    };
    place();
    window.addEventListener('resize', place);
    const first =
      element?.querySelector<HTMLElement>('input:checked') ??
      element?.querySelector<HTMLElement>('input, select, textarea') ??
      element?.querySelector<HTMLElement>('button');
    first?.focus();
    return () => window.removeEventListener('resize', place);
  }, [isFixed]);

  useEffect(() => {
    const control = dialog.current?.parentElement?.querySelector('button');
    // Runs after the dialog is removed, when focus that was inside it is on the body.
    return () => {
      if (!isFocusLeaving.current && !isControl(document.activeElement))
        control?.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    const anchor = dialog.current?.parentElement;
    if (!anchor) return;
    // On click, not pointerdown: by then focus has moved to its new place.
    const handleClick = (event: MouseEvent) => {
      if (!event.composedPath().includes(anchor)) onClose();
    };
    const handleFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Element) || anchor.contains(relatedTarget)) return;
      // A press beside all controls: the click that follows closes the dialog.
      if (!isControl(relatedTarget)) return;
      isFocusLeaving.current = true;
      onClose();
    };
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('click', handleClick);
    anchor.addEventListener('focusout', handleFocusOut);
    anchor.addEventListener('keydown', handleKeyDown);
    return () => {
      document.removeEventListener('click', handleClick);
      anchor.removeEventListener('focusout', handleFocusOut);
      anchor.removeEventListener('keydown', handleKeyDown);
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
  /** The button that opens the dialog and gets focus back. */
  control: ReactNode;
  /** A short message under the button, announced when it appears. */
  status?: string;
}

/**
 * A button with a small dialog under it. When the dialog opens, focus moves to its checked input, or else to its first
 * field or button. If it has no control, focus stays on the button, or moves to the dialog if the dialog covers the button.
 * Escape, a click outside or focus outside closes the dialog, and focus returns to the button unless it has moved
 * elsewhere.
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
