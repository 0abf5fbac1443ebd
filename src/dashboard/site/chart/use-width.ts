import { createContext, type RefObject, use, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Width in pixels of a chart on A4 or Letter in portrait. */
const paperWidth = 690;

/** The width of the page's last chart, which the next one most likely has too. */
export const ChartWidth = createContext<RefObject<number> | null>(null);

/** The width of a chart, on screen or on paper. */
interface MeasuredWidth {
  /** Whole pixels; 0 until it is known. */
  width: number;
  isPaper: boolean;
}

/**
 * Returns the width of an element, or that of a chart on paper while the page is printed. An element without a layout
 * gets the last chart's width, or else that of paper.
 */
export function useWidth(element: RefObject<HTMLElement | null>): MeasuredWidth {
  const last = use(ChartWidth);
  const [width, setWidth] = useState(() => last?.current ?? 0);
  const [isPaper, setPaper] = useState(false);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const measure = () => {
      const now = watched.clientWidth || last?.current || paperWidth;
      if (last) last.current = now;
      setWidth(now);
    };
    measure();
    // Otherwise React would render one frame later.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(watched);
    // Printing starts right after this handler, so it must render synchronously.
    const print = () => flushSync(() => setPaper(true));
    const show = () => setPaper(false);
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', show);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', show);
    };
  }, [element, last]);
  return { width: isPaper ? paperWidth : width, isPaper };
}
