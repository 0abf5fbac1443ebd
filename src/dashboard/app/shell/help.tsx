import { Drawer } from '../../ui/drawer.tsx';
import { isApple } from '../../ui/is-apple.ts';
import styles from './help.module.css';

/** A line in a list of shortcuts: keys, and what they do. */
export interface ShortcutLine {
  keys: readonly string[];
  description: string;
}

/** The chart's keys work only while it has focus, so they need no switch. */
const chartKeys: readonly ShortcutLine[] = [
  { keys: ['←', '→'], description: 'Previous scan, next scan' },
  { keys: ['Home', 'End'], description: 'First scan, latest scan' },
  { keys: ['Enter'], description: 'Open the scan' },
];

/** A shortcut with a modifier types nothing, so it needs no switch either. */
const getSearchShortcut = (): ShortcutLine => ({
  keys: [isApple() ? '⌘' : 'Ctrl', 'K'],
  description: 'Search clients, sites and pages',
});

function KeyList({ lines }: { lines: readonly ShortcutLine[] }) {
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
  lines: readonly ShortcutLine[];
  /** Whether shortcuts are on. */
  isOn: boolean;
  onChoose: (isOn: boolean) => void;
  onClose: () => void;
}

/** The page's shortcuts with their switch, and how to read and control the chart. */
export function Help({ lines, isOn, onChoose, onClose }: HelpProps) {
  const hasChart = document.querySelector('figure [role="slider"]') !== null;
  return (
    <Drawer title="Help" onClose={onClose}>
      <label className={styles['switch']}>
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          onChange={(event) => onChoose(event.target.checked)}
        />
        Keyboard shortcuts
      </label>
      <KeyList lines={[...(isOn ? lines : []), getSearchShortcut()]} />
      {hasChart && (
        <>
          <h3>In the chart</h3>
          <KeyList lines={chartKeys} />
          <ul className={styles['reading']}>
            <li>
              Each line is a brand, platform, region or prompt; each point is a scan, or the average
              of a week or month.
            </li>
            <li>A gap in a line means that a scan has no evidence, not that the value is 0.</li>
            <li>
              The thickest line is the tracked brand. Point at the name of a thin, pale line to see
              it clearly.
            </li>
            <li>
              In a comparison, the dotted line behind a clear one shows the earlier period, moved to
              the days in view.
            </li>
            <li>Point at the chart to see the values of a scan; click to open it.</li>
            <li>
              Drag across the chart with a mouse or pen to zoom in on those dates. Escape cancels.
              With the keyboard, use the date fields above the chart.
            </li>
            <li>Click a name to hide its line or show it again.</li>
            <li>The table has the same figures and every point.</li>
          </ul>
          <h3>Is a change real?</h3>
          <p className={styles['reading']}>
            Platforms answer the same prompt differently each time, so values scatter from scan to
            scan. A verdict compares the change in the average with that scatter. In simulations
            without a real change, at most 5 of 100 verdicts were false alarms, unless each scan
            strongly resembled the one before. Then up to 13 of 100 were false alarms with five
            scans per period, and at most 4 of 100 with 14 or more (6 of 100 without earlier periods
            to learn from).
          </p>
          <p className={styles['reading']}>
            Where platforms, regions or prompts were added or removed, names were found by other
            rules, or a platform changed its model, periods may not be comparable: the page then
            says “Measured differently” instead, and a marker above the chart lists what changed.
          </p>
        </>
      )}
    </Drawer>
  );
}
