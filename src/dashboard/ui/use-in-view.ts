import { type RefCallback, useCallback, useState } from 'react';

/** Whether an element is on screen, or less than `margin` (a CSS length) away from it. */
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
