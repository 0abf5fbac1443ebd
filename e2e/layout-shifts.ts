import type { Page } from '@playwright/test';

interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

interface LayoutShift {
  /** The browser's score, from 0 to 1. */
  value: number;
  /** What moved, and from where to where. */
  moves: string;
}

/** Reads the layout shifts since the page began to load, without those that follow the user's input. */
export const readLayoutShifts = (page: Page): Promise<LayoutShift[]> =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const entries = observer.takeRecords() as LayoutShiftEntry[];
    observer.disconnect();
    return entries
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .map(({ value, sources }) => ({
        value,
        moves: sources
          .map(({ node, previousRect: from, currentRect: to }) => {
            const text = node?.textContent?.slice(0, 60);
            return `${text} ${from.x},${from.y} ${from.width}×${from.height} to ${to.x},${to.y} ${to.width}×${to.height}`;
          })
          .join(' | '),
      }));
  });
