import { createContext, type RefObject, use, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Pixels across a chart on A4 or Letter, upright, within the page's margins and the chart's card. */
const paperWidth = 660;

/** The last width that a chart of this page had: most come where one was, or where their place was kept. */
export const ChartWidth = createContext<RefObject<number> | null>(null);

/** How wide a chart is drawn, and for what. */
interface ChartPlace {
  /** Whole pixels; 0 before any are known. */
  width: number;
  isPaper: boolean;
}

/**
 * The width of an element: follows the element, and is the width of a sheet of paper while the page is printed. An
 * element without a layout has the page's last width, or that of paper.
 */
export function useWidth(element: RefObject<HTMLElement | null>): ChartPlace {
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
    // Drawn with the next frame: drawn within this one, it and those after it take three times as long.
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    // Printing begins as soon as this has run: there is no later time to draw for it.
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
