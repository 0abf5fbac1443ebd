import type { ChartData } from './data.ts';

export interface Size {
  width: number;
  height: number;
}

/** A chart on the page. What is asked for shows in the next frame, or a later one: `isDone` tells. */
export interface Mounted {
  /** Shows the other metric. */
  update: (metric: 0 | 1) => void;
  resize: (size: Size) => void;
  hide: (series: number, isHidden: boolean) => void;
  /** The pointer at a pixel from the chart's left edge, half-way down. */
  hover: (x: number) => void;
  /** Whether what was asked for last stands there, as far as the chart itself can tell. */
  isDone: () => boolean;
  /** Whether the chart shows what is at the pointer. */
  isHovered: () => boolean;
  unmount: () => void;
}

export interface Competitor {
  name: string;
  /** Makes what the chart is given, in its own form, before any time is taken. */
  prepare: (data: ChartData) => (box: HTMLElement, size: Size) => Mounted;
}

/** Moves the pointer over whatever is at a place of a chart. */
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
