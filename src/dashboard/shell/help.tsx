import { Drawer } from '../ui/drawer.tsx';
import styles from './help.module.css';

/** One or several keys, and what they do. */
export interface KeyLine {
  keys: readonly string[];
  description: string;
}

/** The chart's keys work only while it has focus, so they need no switch. */
const chartKeys: readonly KeyLine[] = [
  { keys: ['←', '→'], description: 'Previous scan, next scan' },
  { keys: ['Home', 'End'], description: 'First scan, newest scan' },
  { keys: ['Enter'], description: 'Open the scan' },
];

function KeyList({ lines }: { lines: readonly KeyLine[] }) {
  return (
    <dl className={styles['list']}>
      {lines.map(({ keys, description }) => (
        <div key={description}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface HelpProps {
  /** The shortcuts available on this page. */
  lines: readonly KeyLine[];
  /** Whether shortcuts are on. */
  on: boolean;
  onChoose: (on: boolean) => void;
  onClose: () => void;
}

/** The page's shortcuts with their switch, and how to read and control the chart. */
export function Help({ lines, on, onChoose, onClose }: HelpProps) {
  const hasChart = document.querySelector('figure [role="slider"]') !== null;
  return (
    <Drawer title="Help" onClose={onClose}>
      <label className={styles['switch']}>
        <input
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          onChange={(event) => onChoose(event.target.checked)}
        />
        Keyboard shortcuts
      </label>
      {on && <KeyList lines={lines} />}
      {hasChart && (
        <>
          <h3>In the chart</h3>
          <KeyList lines={chartKeys} />
          <ul className={styles['reading']}>
            <li>Each line is a brand, platform or region; each point is a scan.</li>
            <li>A gap in a line is a scan without evidence, which is not 0.</li>
            <li>The heavier line is the tracked brand.</li>
            <li>Point at the chart to read a scan; click to open it.</li>
            <li>Click a name to hide its line or show it again.</li>
            <li>The table has the same figures and every point.</li>
          </ul>
        </>
      )}
    </Drawer>
  );
}
