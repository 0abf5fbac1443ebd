import { type RefCallback, useCallback, useState } from 'react';

/** Returns a ref for an element, and whether the element is on screen or within `margin` (a CSS length) of it. */
export function useInView<E extends Element>(margin = '0px'): [RefCallback<E>, boolean] {
  const [isInView, setInView] = useState(false);
  const ref = useCallback(
    (element: E | null) => {
      if (!element) return;
      const observer = new IntersectionObserver(
        (entries) => {
          const latest = entries.at(-1);
          if (latest) setInView(latest.isIntersecting);
        },
        { rootMargin: margin },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [margin],
  );
  return [ref, isInView];
}
