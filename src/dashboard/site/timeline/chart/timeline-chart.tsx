import { useMemo, useRef, useState } from 'react';
import type { DrawnSeries } from '../../report/drawn.ts';
import { counted, countText } from '../../report/figures.ts';
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

/** Names the zone of the time axis, and says where scans are drawn whose time is unknown. */
function axisCaption({ scans }: TimelineModel, { zone, locale }: Wording): string {
  const untimed = scans.filter(({ timed }) => !timed).length;
  if (untimed === 0) return `Times in ${zone}`;
  const ofAll =
    untimed === scans.length
      ? counted(untimed, 'scan', 'scans', locale)
      : `${countText(untimed, locale)} of ${counted(scans.length, 'scan', 'scans', locale)}`;
  const where = `drawn at noon in ${zone} on ${untimed === 1 ? 'its UTC date' : 'their UTC dates'}`;
  return `Times in ${zone} · Time unknown for ${ofAll}: ${where}`;
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
      <figcaption className={styles['note']}>{axisCaption(model, wording)}</figcaption>
    </figure>
  );
}
