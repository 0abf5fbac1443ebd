import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { returnFocus } from './return-focus.ts';

/**
 * Opens a modal dialog on mount, and returns focus on unmount. Focus moves to the element with `data-first-focus`, or
 * else to the heading. On touch screens, the heading comes first, since the keyboard on the screen opens with a field.
 * @param onClose called when the user closes the dialog with Escape or a click outside
 */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    opener.current = document.activeElement;
    element?.showModal();
    const isTouch = window.matchMedia('(pointer: coarse)').matches;
    const [first, heading] = ['[data-first-focus]', 'h2'].map((selector) =>
      element?.querySelector<HTMLElement>(selector),
    );
    const target = isTouch ? (heading ?? first) : (first ?? heading);
    target?.focus({ preventScroll: true });
  }, []);

  // Runs after the dialog is removed, since nothing outside a modal dialog can get focus while it is open.
  useEffect(() => () => returnFocus(opener.current), []);

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
  return dialog;
}
