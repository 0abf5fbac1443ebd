import { createContext, type RefObject, use, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Width in pixels of a chart on A4 or Letter in portrait. */
const paperWidth = 690;

/** The width in pixels of the chart measured last, which the next chart most likely has too. Updated by `useWidth`. */
export const ChartWidth = createContext<RefObject<number> | null>(null);

/** The width of a chart, on screen or on paper. */
export interface MeasuredWidth {
  /** Whole pixels; 0 until it is known. */
  width: number;
  isPaper: boolean;
}

/**
 * Returns the width of an element, or that of a chart on paper while the page is printed. An element without a layout
 * gets the last chart's width, or otherwise the width on paper.
 */
export function useWidth(element: RefObject<HTMLElement | null>): MeasuredWidth {
  const lastWidth = use(ChartWidth);
  const [width, setWidth] = useState(() => lastWidth?.current ?? 0);
  const [isPaper, setPaper] = useState(false);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => {
      const newWidth = node.clientWidth || lastWidth?.current || paperWidth;
      if (lastWidth) lastWidth.current = newWidth;
      setWidth(newWidth);
    };
    measure();
    // Without `flushSync`, React would render one frame later.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(node);
    // Printing starts right after this handler, which must therefore render synchronously.
    const switchToPaper = () => flushSync(() => setPaper(true));
    const switchToScreen = () => setPaper(false);
    window.addEventListener('beforeprint', switchToPaper);
    window.addEventListener('afterprint', switchToScreen);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', switchToPaper);
      window.removeEventListener('afterprint', switchToScreen);
    };
  }, [element, lastWidth]);
  return { width: isPaper ? paperWidth : width, isPaper };
}
