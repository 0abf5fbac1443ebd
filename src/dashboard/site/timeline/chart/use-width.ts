import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Pixels across a chart on A4 or Letter, upright, within the page's margins and the chart's card. */
const paperWidth = 660;

/** The last width there was: most charts come where one was, or where its place was kept. */
let lastWidth = 0;

/**
 * The width of an element in whole pixels, 0 before any is known; follows the element, and is paper's while that
 * is printed.
 */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(lastWidth);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const measure = () => {
      lastWidth = watched.clientWidth;
      setWidth(lastWidth);
    };
    measure();
    // Drawn with the next frame: drawn within this one, it and those after it take three times as long.
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    // Printing begins as soon as this has run: there is no later time to draw for it.
    const print = () => flushSync(() => setWidth(paperWidth));
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', measure);
    };
  }, [element]);
  return width;
}
