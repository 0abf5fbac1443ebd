import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Days } from '../../../contract/dates/periods.ts';
import type { Locale } from '../../time/format.ts';
import { datesInWords } from '../question/utc-days.ts';
import type { TimelineModel } from '../report/model.ts';
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
  /** Set where a point of the model is a week or month instead of a scan. */
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
  // Lets a drag continue when new data arrives.
  const newestProps = useRef(props);
  useLayoutEffect(() => {
    newestProps.current = props;
  });
  useLayoutEffect(() => {
    const element = plot.current;
    if (!element) return;
    let pressedAt: number | null = null;
    let draggedTo = 0;
    let dragged: Stretch | null = null;
    let isDragging = false;
    let isClickSuppressed = false;
    const show = (next: Stretch | null) => {
      dragged = next;
      setStretch(next);
    };
    const pointAt = (clientX: number) => {
      const { x } = newestProps.current.layout;
      const pixel = x.pixels[0] + clientX - element.getBoundingClientRect().left;
      return nearestIndexOf(newestProps.current.model.instants, valueAt(x, pixel));
    };
    const stretchTo = (from: number, to: number): Stretch | null => {
      const points = [pointAt(from), pointAt(to)].sort((a, b) => a - b);
      const [first = 0, last = 0] = points;
      return Math.abs(to - from) < minDragLength || first === last ? null : { first, last };
    };
    const stop = () => {
      pressedAt = null;
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
      if (pointerType !== 'touch' && button === 0) pressedAt = clientX;
    };
    const move = (event: PointerEvent) => {
      // Until the drag captures the pointer, the plot misses a button released outside it.
      if (event.buttons === 0) pressedAt = null;
      if (pressedAt === null) return;
      draggedTo = event.clientX;
      const next = stretchTo(pressedAt, draggedTo);
      if (next && !isDragging) {
        isDragging = true;
        // From here on, releasing the button does not count as a click, even after Escape.
        isClickSuppressed = true;
        element.setPointerCapture(event.pointerId);
        window.addEventListener('keydown', cancel, true);
        newestProps.current.onStart();
      }
      if (!isDragging) return;
      // The tooltip would cover the dates.
      event.stopPropagation();
      if (next?.first !== dragged?.first || next?.last !== dragged?.last) show(next);
    };
    const release = () => {
      const { model, bucketed, onZoom } = newestProps.current;
      const selected = isDragging && pressedAt !== null ? stretchTo(pressedAt, draggedTo) : null;
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
