import { ago, calendarDay, dayAndTime } from '../time/format.ts';
import { useZoneChoice } from '../time/zone-choice.ts';
import type { Trend } from './trend.ts';

/** When a site was last scanned, as seen at `now`; the whole date on demand. */
export function Scanned({ lastScan, now }: { lastScan: Trend['lastScan']; now: number }) {
  const { zone } = useZoneChoice(null);
  if (lastScan === null) return <>No scans yet</>;
  const { finished, date } = lastScan;
  if (finished !== null) {
    return (
      <time
        dateTime={new Date(finished).toISOString()}
        title={dayAndTime(finished, zone, undefined)}
      >
        Scanned {ago(finished, now)}
      </time>
    );
  }
  // Only the UTC day of the scan is known: it is shown as it is, in no zone.
  return date === null ? (
    <>Scanned, date unknown</>
  ) : (
    <>Scanned {calendarDay(date, undefined)} (UTC day)</>
  );
}
