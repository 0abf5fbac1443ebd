import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { elementIds } from './element-ids.ts';

/**
 * Gives focus to the page when what holds it goes away: a button that has done its work would else take the
 * focus along, and whoever goes by keys would start again from the top.
 * @param ref the element around whatever may have focus.
 */
export function useFocusKept(ref: RefObject<HTMLElement | null>): void {
  const had = useRef(false);
  // While it goes, it can still be seen where focus is; only once it is gone can focus go elsewhere.
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      had.current = element?.contains(document.activeElement) ?? false;
    };
  }, [ref]);
  useEffect(
    () => () => {
      if (had.current) document.getElementById(elementIds.content)?.focus({ preventScroll: true });
    },
    [],
  );
}
