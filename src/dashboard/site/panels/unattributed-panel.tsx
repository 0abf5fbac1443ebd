import type { TimelineModel } from '../../../figures/series/model.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { Drawer } from '../../ui/drawer.tsx';
import type { DrawnSeries } from '../series/drawn.ts';
import { readingAt } from '../series/reading.ts';
import styles from './panels.module.css';

interface UnattributedPanelProps {
  model: TimelineModel;
  /** Index into the model's scans; -1 if the current report no longer has the point. */
  scan: number;
  drawn: readonly DrawnSeries[];
  wording: Wording;
  onClose: () => void;
}

/** The values at a point that the service does not attribute to a scan. */
export function UnattributedPanel(props: UnattributedPanelProps) {
  const { model, scan, drawn, wording, onClose } = props;
  const { timeText, zoneText, rows } = readingAt(model, drawn, scan, wording);
  if (scan < 0) {
    return (
      <Drawer title="Scan" onClose={onClose}>
        <p>This point is no longer in the timeline.</p>
      </Drawer>
    );
  }
  return (
    <Drawer title="Scan" onClose={onClose}>
      <p>
        {timeText}, {zoneText}
      </p>
      <p className={styles['hint']}>
        The service does not say which scan this point belongs to, so no further details are
        available.
      </p>
      <dl className={styles['details']}>
        {rows.map(({ drawn: { summary }, text }) => (
          <div key={summary.series.id}>
            <dt>
              <bdi>{summary.series.label}</bdi>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  );
}
