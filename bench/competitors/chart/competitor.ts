import type { ChartData } from './data.ts';

export interface Size {
  width: number;
  height: number;
}

/**
 * A chart on the page, as wide as its box, which it observes. Changes show in the next frame or a later one, when
 * `isDone` becomes true.
 */
export interface MountedChart {
  /** Shows the given metric. */
  update: (metric: 0 | 1) => void;
  setHidden: (series: number, isHidden: boolean) => void;
  /** Moves the pointer to `x` pixels from the chart's left edge, half-way down. */
  hover: (x: number) => void;
  /** Whether the last change is drawn at the box's width, as far as the chart can tell. */
  isDone: () => boolean;
  /** Whether the chart shows the values at the pointer. */
  isHovered: () => boolean;
  unmount: () => void;
}

export interface Competitor {
  name: string;
  /** Converts the data into the chart's own format, which is not timed. */
  prepare: (data: ChartData) => (box: HTMLElement, size: Size) => MountedChart;
}

/** Calls `onResize` when the box's width changes, before the frame is drawn. Returns a function to stop observing. */
export function observeWidth(box: HTMLElement, onResize: (width: number) => void): () => void {
  let width = box.clientWidth;
  const observer = new ResizeObserver(() => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    onResize(width);
  });
  observer.observe(box);
  return () => observer.disconnect();
}

/** Sends pointer events to the element at `x` pixels from the chart's left edge. */
export function pointAt(box: HTMLElement, x: number): void {
  const { left, top, height } = box.getBoundingClientRect();
  const at = { clientX: left + x, clientY: top + Math.min(height, 340) / 2 };
  const target = document.elementFromPoint(at.clientX, at.clientY) ?? box;
  for (const type of ['pointermove', 'mousemove']) {
    const Event = type === 'pointermove' ? PointerEvent : MouseEvent;
    target.dispatchEvent(
      new Event(type, { ...at, bubbles: true, cancelable: true, view: window, composed: true }),
    );
  }
}
