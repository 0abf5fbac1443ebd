/** The browser's own measurements of a page, from the start of its load. */
interface PageMeasurements {
  /** In milliseconds from the start. */
  largestPaint: number;
  /** When all lines of the chart had been drawn in a frame, in milliseconds from the start; 0 until then. */
  drawn: number;
  /** The sum of all layout shifts without recent input. */
  shift: number;
  /** Tasks longer than 50 ms, in milliseconds from the start. */
  longTasks: { from: number; to: number }[];
  /** Milliseconds from each event of an interaction to the next paint, if at least 16. */
  interactions: number[];
}

declare global {
  interface Window {
    observed: PageMeasurements;
  }
}

interface ShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}
interface EventEntry extends PerformanceEntry {
  interactionId: number;
}

/**
 * Collects the measurements in `window.observed`. Runs in the page before its own scripts.
 * @param options.lineCount the number of lines in the complete chart
 * @param options.selector the selector that finds them
 */
export function observe({ lineCount, selector }: { lineCount: number; selector: string }): void {
  const observed: PageMeasurements = {
    largestPaint: 0,
    drawn: 0,
    shift: 0,
    longTasks: [],
    interactions: [],
  };
  window.observed = observed;
  const watch = (type: string, record: (entry: PerformanceEntry) => void, threshold?: number) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) record(entry);
    }).observe({
      type,
      buffered: true,
      ...(threshold === undefined ? {} : { durationThreshold: threshold }),
    });
  };
  watch('largest-contentful-paint', ({ startTime }) => {
    observed.largestPaint = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as ShiftEntry;
    if (!hadRecentInput) observed.shift += value;
  });
  watch('longtask', ({ startTime, duration }) => {
    observed.longTasks.push({ from: startTime, to: startTime + duration });
  });
  watch(
    'event',
    (entry) => {
      if ((entry as EventEntry).interactionId > 0) observed.interactions.push(entry.duration);
    },
    16,
  );
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll(selector).length < lineCount) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        observed.drawn = performance.now();
      };
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true });
}
