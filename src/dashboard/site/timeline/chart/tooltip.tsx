import styles from './chart.module.css';
import type { Layout } from './layout.ts';
import type { Reading } from './reading.ts';
import { Swatch } from './swatch.tsx';

/** Narrower charts have no room beside the crosshair, in pixels. */
const roomBeside = 600;
/** Rows in one column of a tooltip. */
const columnRows = 13;

interface TooltipProps {
  reading: Reading;
  /** Pixel of the scan it is about. */
  at: number;
  layout: Layout;
  /** How the scan was pointed at, which is how it can be opened. */
  pointer: Pointer;
}

export type Pointer = 'mouse' | 'touch' | 'keys';

const hints: Record<Pointer, string> = {
  mouse: 'Click to open the scan',
  touch: 'Tap again to open the scan',
  keys: 'Press Enter to open the scan',
};

/** Everything drawn at one scan, beside the crosshair on the side that has more room. */
export function Tooltip({ reading, at, layout, pointer }: TooltipProps) {
  const onLeft = at > layout.width / 2;
  const side = onLeft ? { right: layout.width - at + 12 } : { left: at + 12 };
  // Where there is no room beside the crosshair it goes below the plot, and a finger never covers it.
  const place =
    layout.width < roomBeside
      ? { left: 0, right: 0, top: layout.height }
      : { ...side, top: layout.top };
  const columns = Math.ceil(reading.rows.length / columnRows);
  return (
    <div className={styles['tooltip']} style={place} aria-hidden="true">
      <p className={styles['when']}>{reading.when}</p>
      <p className={styles['where']}>{reading.where}</p>
      <ul style={{ columnCount: columns }}>
        {reading.rows.map(({ drawn: { facts, look }, value, text }) => (
          <li key={facts.series.id}>
            <Swatch look={look} />
            <bdi className={styles['name']}>{facts.series.label}</bdi>
            <b className={value === null ? styles['none'] : undefined}>{text}</b>
          </li>
        ))}
      </ul>
      <p className={styles['hint']}>{hints[pointer]}</p>
    </div>
  );
}
