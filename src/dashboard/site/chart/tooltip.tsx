import type { Reading } from '../series/reading.ts';
import styles from './chart.module.css';
import type { Layout } from './layout.ts';
import { Swatch } from './swatch.tsx';

/** The minimum chart width, in pixels, that leaves room for a tooltip beside the crosshair. */
const minWidthBeside = 600;
/** The maximum number of rows in one column of a tooltip. */
const maxColumnRows = 13;

interface TooltipProps {
  reading: Reading;
  /** The point's distance from the chart's left edge, in pixels. */
  at: number;
  layout: Pick<Layout, 'width' | 'height' | 'top'>;
  /** How the point was selected, which decides the verb of the hint. */
  inputMethod: InputMethod;
  /** What activating the point does, such as "open the scan". */
  action: string;
  /** Whether dragging zooms in. */
  canZoom?: boolean;
}

export type InputMethod = 'mouse' | 'touch' | 'keyboard';

const gestures: Record<InputMethod, string> = {
  mouse: 'Click',
  touch: 'Tap again',
  keyboard: 'Press Enter',
};

/** The values at one point, on the side of the crosshair with more room, or below the plot of a narrow chart. */
export function Tooltip({
  reading,
  at,
  layout,
  inputMethod,
  action,
  canZoom = false,
}: TooltipProps) {
  const isOnLeft = at > layout.width / 2;
  const side = isOnLeft ? { right: layout.width - at + 12 } : { left: at + 12 };
  // Without room beside the crosshair, the tooltip goes below the plot, where no finger covers it.
  const position =
    layout.width < minWidthBeside
      ? { left: 0, right: 0, top: layout.height }
      : { ...side, top: layout.top };
  const columns = Math.ceil(reading.rows.length / maxColumnRows);
  return (
    <div className={styles['tooltip']} style={position} aria-hidden="true">
      <p className={styles['when']}>{reading.timeText}</p>
      <p className={styles['where']}>{reading.zoneText}</p>
      <ul style={{ columnCount: columns }}>
        {reading.rows.map(({ drawn: { summary, look }, value, text, before }) => (
          <li key={summary.series.id}>
            <Swatch look={look} />
            <bdi className={styles['name']}>{summary.series.label}</bdi>
            <b className={value === null ? styles['none'] : undefined}>
              {before !== null && <span className={styles['before']}>{before} → </span>}
              {text}
            </b>
          </li>
        ))}
      </ul>
      {reading.earlier && <p className={styles['where']}>Compared with {reading.earlier}</p>}
      <p className={styles['hint']}>
        {gestures[inputMethod]} to {action}
        {canZoom && inputMethod === 'mouse' && ', drag to zoom in'}
      </p>
    </div>
  );
}
