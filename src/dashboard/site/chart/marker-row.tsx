import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './chart.module.css';
import type { MarkerLayout } from './markers.tsx';
import type { Scale } from './scale.ts';

/** Pixels above the markers, as in the chart of lines. */
const top = 10;
const height = 16;

interface MarkerRowProps {
  /** The time axis of a small chart, in units of its drawing. */
  x: Scale;
  /** The width of a small chart, in the same units. */
  drawingWidth: number;
  /** Labels of the value axis, which take the same room as beside a small chart. */
  valueLabels: readonly string[];
  children: (layout: MarkerLayout) => ReactNode;
}

/** The markers of small charts, in a row above the first one, on its time axis. */
export function MarkerRow({ x, drawingWidth, valueLabels, children }: MarkerRowProps) {
  const axis = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(drawingWidth);
  useLayoutEffect(() => {
    const watched = axis.current;
    if (!watched) return;
    const measure = () => setWidth(watched.clientWidth || drawingWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [drawingWidth]);
  const [start, end] = x.pixels.map((unit) => (unit / drawingWidth) * width);
  const layout = {
    width,
    height,
    top,
    x: { domain: x.domain, pixels: [start ?? 0, end ?? width] },
    // The lines at the changes lead from the markers to the chart below.
    y: { domain: [0, 1], pixels: [height, top] },
  } as const;
  return (
    <div className={styles['grid']}>
      <div className={styles['markerRow']}>
        <div className={styles['where']} aria-hidden="true">
          {valueLabels.map((label) => (
            <div key={label}>{label}</div>
          ))}
        </div>
        <div ref={axis} className={styles['box']}>
          {children(layout)}
        </div>
      </div>
    </div>
  );
}
