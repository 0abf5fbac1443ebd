import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Days } from '../../../contract/dates/periods.ts';
import type { Locale } from '../../../figures/formats/dates.ts';
import { datesInWords } from '../../../figures/periods/dates-in-words.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import type { BucketedDrawing } from './bucketed-drawing.ts';
import styles from './chart.module.css';
import type { Layout } from './layout.ts';
import { minDragLength, nearestIndexOf, pixelOf, valueAt } from './scale.ts';

/** Pixels reserved for the label with the dates. */
const labelWidth = 240;

interface DragZoomProps {
  /** The element that is dragged across, as wide as the time axis. */
  plot: RefObject<HTMLElement | null>;
  layout: Layout;
  model: TimelineModel;
  /** The drawing whose points are weeks or months; null if they are scans. */
  bucketed: BucketedDrawing | null;
  locale: Locale;
  /** Called when a drag starts, to hide the tooltip. */
  onStart: () => void;
  onZoom: (days: Days) => void;
}

/** A stretch of points, from the index `first` to the index `last`, inclusive. */
interface Stretch {
  first: number;
  last: number;
}

/** The UTC days of a stretch of points; null if none of them has a scan. */
export function daysIn(
  { scans }: TimelineModel,
  bucketed: BucketedDrawing | null,
  { first, last }: Stretch,
): Days | null {
  const days = scans
    .slice(first, last + 1)
    .map(({ date }, index) =>
      bucketed ? bucketed.daysAt(first + index) : { start: date, end: date },
    )
    .filter((range) => range !== null);
  const start = days.map((range) => range.start).sort()[0];
  const end = days
    .map((range) => range.end)
    .sort()
    .at(-1);
  return start === undefined || end === undefined ? null : { start, end };
}

/** Lets a mouse or pen select the dates in view by dragging across the plot. Touch still scrolls the page. */
export function DragZoom(props: DragZoomProps) {
  const { plot, layout, model, bucketed, locale } = props;
  const [stretch, setStretch] = useState<Stretch | null>(null);
  // Handlers read the newest props from here, so that a drag continues when new data arrives.
  const newestProps = useRef(props);
  useLayoutEffect(() => {
    newestProps.current = props;
  });
  useLayoutEffect(() => {
    const element = plot.current;
    if (!element) return;
    let pressedX: number | null = null;
    let currentX = 0;
    let draggedStretch: Stretch | null = null;
    let isDragging = false;
    let isClickSuppressed = false;
    const show = (next: Stretch | null) => {
      draggedStretch = next;
      setStretch(next);
    };
    const pointAt = (clientX: number) => {
      const { x } = newestProps.current.layout;
      const pixel = x.pixels[0] + clientX - element.getBoundingClientRect().left;
      return nearestIndexOf(newestProps.current.model.instants, valueAt(x, pixel));
    };
    const stretchBetween = (from: number, to: number): Stretch | null => {
      const points = [pointAt(from), pointAt(to)].sort((a, b) => a - b);
      const [first = 0, last = 0] = points;
      return Math.abs(to - from) < minDragLength || first === last ? null : { first, last };
    };
    const stop = () => {
      pressedX = null;
      isDragging = false;
      show(null);
      window.removeEventListener('keydown', cancel, true);
    };
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      stop();
    };
    const press = ({ pointerType, button, clientX }: PointerEvent) => {
      isClickSuppressed = false;
      if (pointerType !== 'touch' && button === 0) pressedX = clientX;
    };
    const move = (event: PointerEvent) => {
      // Until the drag captures the pointer, the plot is not notified when the button is released outside it.
      if (event.buttons === 0) pressedX = null;
      if (pressedX === null) return;
      currentX = event.clientX;
      const next = stretchBetween(pressedX, currentX);
      if (next && !isDragging) {
        isDragging = true;
        // From here on, releasing the button does not count as a click, even after Escape.
        isClickSuppressed = true;
        element.setPointerCapture(event.pointerId);
        window.addEventListener('keydown', cancel, true);
        newestProps.current.onStart();
      }
      if (!isDragging) return;
      // Otherwise the tooltip would cover the dates.
      event.stopPropagation();
      if (next?.first !== draggedStretch?.first || next?.last !== draggedStretch?.last) show(next);
    };
    const release = () => {
      const { model, bucketed, onZoom } = newestProps.current;
      const selected = isDragging && pressedX !== null ? stretchBetween(pressedX, currentX) : null;
      const days = selected && daysIn(model, bucketed, selected);
      stop();
      if (days) onZoom(days);
    };
    const click = (event: MouseEvent) => {
      if (isClickSuppressed) event.stopPropagation();
      isClickSuppressed = false;
    };
    const listenerController = new AbortController();
    const { signal } = listenerController;
    element.addEventListener('pointerdown', press, { signal });
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', release, { signal });
    element.addEventListener('pointercancel', stop, { signal });
    element.addEventListener('click', click, { signal });
    return () => {
      listenerController.abort();
      stop();
    };
  }, [plot]);

  const days = stretch && daysIn(model, bucketed, stretch);
  if (!stretch || !days) return null;
  const pixelAt = (point: number) => pixelOf(layout.x, model.instants[point] ?? 0);
  const left = pixelAt(stretch.first);
  const [bottom, top] = layout.y.pixels;
  const size = { width: pixelAt(stretch.last) - left, height: bottom - top };
  return (
    <div aria-hidden="true">
      <svg
        className={styles['cross']}
        width={layout.width}
        height={layout.height}
        aria-hidden="true"
      >
        <rect
          data-band
          {...{ x: left, y: top, ...size }}
          fill="var(--accent)"
          fillOpacity="0.16"
          stroke="var(--accent)"
        />
      </svg>
      <p
        className={styles['tooltip']}
        style={{ left: Math.max(0, Math.min(left, layout.width - labelWidth)), top }}
      >
        {datesInWords({ range: null, startDate: days.start, endDate: days.end }, locale)}
        <small className={styles['where']}> UTC days</small>
      </p>
    </div>
  );
}
