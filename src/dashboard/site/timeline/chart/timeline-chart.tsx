import { useMemo, useRef, useState } from 'react';
import type { DrawnSeries } from '../../report/drawn.ts';
import type { TimelineModel } from '../../report/model.ts';
import styles from './chart.module.css';
import { Explorer } from './explorer.tsx';
import { Frame } from './frame.tsx';
import { Labels } from './labels.tsx';
import { layOut } from './layout.ts';
import { FrontSeries } from './lines.tsx';
import type { Wording } from './reading.ts';
import { useWidth } from './use-width.ts';

interface TimelineChartProps {
  /** Accessible name, such as "Visibility by brand". */
  name: string;
  model: TimelineModel;
  drawn: readonly DrawnSeries[];
  hidden: readonly DrawnSeries[];
  wording: Wording;
  onToggle: (drawn: DrawnSeries) => void;
  /** Asks to open a scan, by its place in the model. */
  onOpenScan: (scan: number) => void;
}

/** Pixels; fixed, so that nothing below moves when data arrives. */
export const chartHeight = 340;

/** What the time axis means: its zone, and the scans of which only the day is known. */
function axisNote({ scans }: TimelineModel, zone: string): string {
  const untimed = scans.filter(({ timed }) => !timed).length;
  if (untimed === 0) return `Times in ${zone}`;
  const all = untimed === scans.length;
  const which = all ? 'Every scan stands' : `${untimed} of ${scans.length} scans stand`;
  return `Times in ${zone} · UTC day: ${which} at noon of the UTC day, time unknown`;
}

/** Trends over scans as lines, with what can be read and done at them. */
export function TimelineChart(props: TimelineChartProps) {
  const { name, model, drawn, hidden, wording, onToggle, onOpenScan } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [pointedAt, setFront] = useState<string | null>(null);
  // A line that has gone with another answer holds no other back.
  const front = drawn.some(({ facts }) => facts.series.id === pointedAt) ? pointedAt : null;
  const { zone, unit, locale } = wording;
  const layout = useMemo(() => {
    if (width === 0) return null;
    const columns = drawn.map(({ facts }) => facts.series);
    return layOut({ width, height: chartHeight }, model.instants, columns, zone, unit, locale);
  }, [width, model, drawn, zone, unit, locale]);
  return (
    <figure aria-label={name}>
      <div className={styles['box']} ref={box} style={{ minHeight: chartHeight }}>
        {layout && (
          <FrontSeries value={front}>
            <div className={styles['still']} aria-hidden="true">
              <Frame layout={layout} model={model} drawn={drawn} />
            </div>
            <Explorer
              name={name}
              layout={layout}
              model={model}
              drawn={drawn}
              wording={wording}
              onOpenScan={onOpenScan}
            />
            <Labels
              drawn={drawn}
              hidden={hidden}
              layout={layout}
              wording={wording}
              onFront={setFront}
              onToggle={onToggle}
            />
          </FrontSeries>
        )}
      </div>
      <figcaption className={styles['note']}>{axisNote(model, zone)}</figcaption>
    </figure>
  );
}
