import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { elementIds } from './element-ids.ts';

/**
 * Moves focus elsewhere when the component unmounts with focus inside the given element, so that keyboard users do not
 * start again from the top. Does nothing if what takes its place has the focus already.
 * @param ref the element that may contain the focus
 * @param target the focusable element to move it to; the page's content by default, and if the element is gone as well
 */
export function useFocusFallback(
  ref: RefObject<HTMLElement | null>,
  target?: RefObject<HTMLElement | null>,
): void {
  const hadFocus = useRef(false);
  // This cleanup runs before the element is removed, and so before focus is lost. The cleanup below runs afterwards.
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      hadFocus.current = element?.contains(document.activeElement) ?? false;
    };
  }, [ref]);
  useEffect(
    () => () => {
      const hasMoved = document.activeElement !== null && document.activeElement !== document.body;
      if (!hadFocus.current || hasMoved) return;
      const element = target?.current ?? document.getElementById(elementIds.content);
      element?.focus({ preventScroll: true });
    },
    [target],
  );
}
