import { calendarDay, dayAndTime, timeAgo } from '../time/format.ts';
import { useZoneChoice } from '../time/zone-choice.ts';
import styles from './site-trend.module.css';
import type { Trend, TrendWithStatus } from './trend.ts';

const events = { queued: 'Scan queued', running: 'Scan running', failed: 'Latest scan failed' };

function ScanEvent({
  lastScan,
  now,
  event,
}: {
  lastScan: Trend['lastScan'];
  now: number;
  event: string;
}) {
  const { zone } = useZoneChoice(null);
  // Not "No scans": running and failed scans may have no point in a report.
  if (lastScan === null) return <>No finished scans yet</>;
  const { finished, date } = lastScan;
  if (finished !== null) {
    const timeText = dayAndTime(finished, zone, undefined);
    return (
      <time
        className={styles['when']}
        dateTime={new Date(finished).toISOString()}
        title={timeText}
        data-printed={`${event} ${timeText}`}
      >
        {event} {timeAgo(finished, now)}
      </time>
    );
  }
  // Only the UTC day may be known. It is not converted to a zone.
  return date === null ? (
    <>{event}, date unknown</>
  ) : (
    <>
      {event} {calendarDay(date, undefined)} (UTC day)
    </>
  );
}

interface LastScanTextProps extends Pick<TrendWithStatus, 'lastScan' | 'newestStatus'> {
  now: number;
}

/** Shows when a site was last scanned, or that its newest scan is queued, running or failed. */
export function LastScanText({ lastScan, newestStatus, now }: LastScanTextProps) {
  if (newestStatus === null) return <ScanEvent lastScan={lastScan} now={now} event="Scanned" />;
  if (newestStatus !== 'failed') return <>{events[newestStatus]}</>;
  return (
    <span className={styles['failed']}>
      <ScanEvent lastScan={lastScan} now={now} event={events.failed} />
    </span>
  );
}
