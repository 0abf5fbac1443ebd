import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { elementIds } from './element-ids.ts';

/**
 * Moves focus to the page's content when the component unmounts with focus inside the given element, so that keyboard
 * users do not start again from the top.
 * @param ref the element that may contain the focus
 */
export function useFocusFallback(ref: RefObject<HTMLElement | null>): void {
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
      if (hadFocus.current)
        document.getElementById(elementIds.content)?.focus({ preventScroll: true });
    },
    [],
  );
}
