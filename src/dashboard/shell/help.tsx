import { Drawer } from '../ui/drawer.tsx';
import styles from './help.module.css';

/** A key, or several one after the other, and what they do. */
export interface KeyLine {
  keys: readonly string[];
  does: string;
}

/** Keys of the chart: they act only while it has focus, so they need no switch. */
const chartKeys: readonly KeyLine[] = [
  { keys: ['←', '→'], does: 'Previous scan, next scan' },
  { keys: ['Home', 'End'], does: 'First scan, newest scan' },
  { keys: ['Enter'], does: 'Open the scan' },
];

function KeyList({ lines }: { lines: readonly KeyLine[] }) {
  return (
    <dl className={styles['list']}>
      {lines.map(({ keys, does }) => (
        <div key={does}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface HelpProps {
  /** The page's single keys that have something to act on. */
  lines: readonly KeyLine[];
  /** Whether they act. */
  on: boolean;
  onChoose: (on: boolean) => void;
  onClose: () => void;
}

/** What keys do on this page, the switch for those that act anywhere, and how its chart is read. */
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
            <li>A line is one brand, platform or region; each of its points is a scan.</li>
            <li>A line breaks where a scan gave no evidence. That is not 0.</li>
            <li>The heavier line is the tracked brand.</li>
            <li>Point at the chart to read a scan; click to open it.</li>
            <li>Click a name to hide its line or show it again.</li>
            <li>The table holds the same figures, and every point.</li>
          </ul>
        </>
      )}
    </Drawer>
  );
}
