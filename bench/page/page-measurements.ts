/** The browser's own measurements of a page, from the start of its load. */
interface PageMeasurements {
  /** In milliseconds from the start. */
  firstPaint: number;
  /** In milliseconds from the start. */
  largestPaint: number;
  /**
   * When all the elements to wait for, such as the lines of the chart, had been drawn in a frame, in milliseconds from
   * the start; 0 until then.
   */
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
 * @param options.count the number of elements to wait for
 * @param options.selector the selector that finds them
 */
export function observe({ count, selector }: { count: number; selector: string }): void {
  const observed: PageMeasurements = {
    firstPaint: 0,
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
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') observed.firstPaint = startTime;
  });
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
    if (document.querySelectorAll(selector).length < count) return;
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

/** The time by which long tasks after the first paint exceed 50 ms, as Lighthouse adds it up, in milliseconds. */
export const blockingTimeOf = ({ longTasks, firstPaint }: PageMeasurements): number =>
  longTasks.reduce(
    (total, { from, to }) => total + Math.max(0, to - Math.max(from, firstPaint) - 50),
    0,
  );
