import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './chart.module.css';
import type { MarkerLayout } from './markers.tsx';
import type { Scale } from './scale.ts';

/** Pixels above the markers, as in the line chart. */
const top = 10;
const height = 16;

interface MarkerRowProps {
  /** The time axis of a small chart, in units of its drawing. */
  x: Scale;
  /** The width of a small chart, in the same units. */
  drawingWidth: number;
  /** Labels of the value axis, rendered invisibly to reserve the width that they take beside a small chart. */
  valueLabels: readonly string[];
  children: (layout: MarkerLayout) => ReactNode;
}

/** One row of markers above the small charts, aligned with the first chart's time axis. */
export function MarkerRow({ x, drawingWidth, valueLabels, children }: MarkerRowProps) {
  const axis = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(drawingWidth);
  useLayoutEffect(() => {
    const element = axis.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || drawingWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [drawingWidth]);
  const [start, end] = x.pixels.map((position) => (position / drawingWidth) * width);
  const layout = {
    width,
    height,
    top,
    x: { domain: x.domain, pixels: [start ?? 0, end ?? width] },
    // The line of each change leads from its marker down to the charts.
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
