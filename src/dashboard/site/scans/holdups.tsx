import { isTimestamp } from '../../../contract/fields.ts';
import type { ScanRun } from '../../../contract/sightline/scans.ts';
import { dayAndTime } from '../../../figures/formats/dates.ts';
import { pageLocale } from '../../locale.ts';
import { describeHoldups } from './scan-words.ts';
import styles from './scans.module.css';

/** What holds a running scan up; nothing if it goes on. */
export function Holdups({ scan, zone }: { scan: ScanRun; zone: string }) {
  const at = (time: string) =>
    isTimestamp(time) ? dayAndTime(Date.parse(time), zone, pageLocale()) : time;
  return describeHoldups(scan, at).map((sentence) => (
    <p key={sentence} className={styles['obstacle']}>
      {sentence}
    </p>
  ));
}
