import { Lock } from 'lucide-react';
import type { ShareDates } from '../../contract/sightline/shares.ts';
import { datesInWords } from '../site/search/utc-days.ts';
import styles from './shared.module.css';

/** The dates that a share sets, shown in place of the date controls. */
export function LockedDates({ dates }: { dates: ShareDates }) {
  return (
    <p className={styles['dates']} title="Set by this link">
      <Lock size={12} aria-hidden="true" /> {datesInWords(dates, undefined)} <small>UTC days</small>
    </p>
  );
}
