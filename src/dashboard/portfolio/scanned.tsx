import { ago, calendarDay, dayAndTime } from '../time/format.ts';
import { useZoneChoice } from '../time/zone-choice.ts';
import styles from './site-trend.module.css';
import type { SiteTrend, Trend } from './trend.ts';

const events = { queued: 'Scan queued', running: 'Scan running', failed: 'Newest scan failed' };

function When({
  lastScan,
  now,
  event,
}: {
  lastScan: Trend['lastScan'];
  now: number;
  event: string;
}) {
  const { zone } = useZoneChoice(null);
  // Scans that are under way or failed may have no point in a report: nothing says that there are none.
  if (lastScan === null) return <>No finished scans yet</>;
  const { finished, date } = lastScan;
  if (finished !== null) {
    return (
      <time
        dateTime={new Date(finished).toISOString()}
        title={dayAndTime(finished, zone, undefined)}
      >
        {event} {ago(finished, now)}
      </time>
    );
  }
  // Only the UTC day of the scan is known: it is shown as it is, in no zone.
  return date === null ? (
    <>{event}, date unknown</>
  ) : (
    <>
      {event} {calendarDay(date, undefined)} (UTC day)
    </>
  );
}

interface ScannedProps extends Pick<SiteTrend, 'lastScan' | 'newestStatus'> {
  now: number;
}

/** When a site was last scanned, as seen at `now`, and whether that scan failed; the whole date on demand. */
export function Scanned({ lastScan, newestStatus, now }: ScannedProps) {
  if (newestStatus === null) return <When lastScan={lastScan} now={now} event="Scanned" />;
  if (newestStatus !== 'failed') return <>{events[newestStatus]}</>;
  return (
    <span className={styles['failed']}>
      <When lastScan={lastScan} now={now} event={events.failed} />
    </span>
  );
}
