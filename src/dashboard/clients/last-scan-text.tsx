import { calendarDay, dayAndTime, timeAgo } from '../../figures/formats/dates.ts';
import { capitalise } from '../../figures/text/capitalise.ts';
import { pageLocale } from '../locale.ts';
import { useZoneChoice } from '../time/zone-choice.ts';
import styles from './client/site-trend.module.css';
import type { Trend, TrendWithStatus } from './trend.ts';

const events = { queued: 'Scan queued', running: 'Scan running', failed: 'Latest scan failed' };

function ScanEvent({
  lastScan,
  now,
  event,
  isEventShown = true,
}: {
  lastScan: Trend['lastScan'];
  now: number;
  event: string;
  isEventShown?: boolean;
}) {
  const { zone } = useZoneChoice(null);
  // Not "No scans": running and failed scans may have no point in a report.
  if (lastScan === null) return <>No completed scans yet</>;
  const { completedAt, date } = lastScan;
  const withEvent = (time: string, separator = ' ') =>
    isEventShown ? event + separator + time : capitalise(time);
  if (completedAt !== null) {
    const timeText = dayAndTime(completedAt, zone, pageLocale());
    return (
      <time
        className={styles['when']}
        dateTime={new Date(completedAt).toISOString()}
        title={timeText}
        data-printed={`${event} ${timeText}`}
      >
        {withEvent(timeAgo(completedAt, now))}
      </time>
    );
  }
  // If only the UTC day is known, it is shown without conversion to a zone.
  return date === null
    ? withEvent('date unknown', ', ')
    : withEvent(`${calendarDay(date, pageLocale())} (UTC day)`);
}

interface LastScanTextProps extends Pick<TrendWithStatus, 'lastScan' | 'newestStatus'> {
  now: number;
  /** Whether a column header says that this is the last scan, so that a completed one needs no more than its time. */
  isHeaded?: boolean;
}

/** Shows when a site was last scanned, or that its newest scan is queued, running or failed. */
export function LastScanText({ lastScan, newestStatus, now, isHeaded = false }: LastScanTextProps) {
  if (newestStatus === null) {
    return <ScanEvent {...{ lastScan, now }} event="Scanned" isEventShown={!isHeaded} />;
  }
  if (newestStatus !== 'failed') return <>{events[newestStatus]}</>;
  return (
    <span className={styles['failed']}>
      <ScanEvent lastScan={lastScan} now={now} event={events.failed} />
    </span>
  );
}
