import { useEffect, useRef, useState } from 'react';
import { isEvidence, isPresent, type SeriesColumn } from '../../api/columns.ts';
import { calendarDay, dayAndTime } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Wording } from '../chart/reading.ts';
import { fullValue, noEvidence } from '../figures.ts';
import type { TimelineModel } from '../model.ts';
import styles from './table.module.css';

/** Rows shown before somebody asks for all. */
const firstRows = 30;

interface PointsProps {
  model: TimelineModel;
  series: SeriesColumn;
  wording: Wording;
  onOpenScan: (scan: number) => void;
}

/** Every point of a series with its full value, newest first. */
export function Points({ model, series, wording, onOpenScan }: PointsProps) {
  const [all, setAll] = useState(false);
  const { zone, locale, unit } = wording;
  const scans = [...model.order].filter((scan) => isPresent(series, scan)).reverse();
  const body = useRef<HTMLTableSectionElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    // The button has gone: focus goes to the first point that it brought.
    if (all && isAsked.current) body.current?.querySelectorAll('button')[firstRows]?.focus();
    isAsked.current = false;
  }, [all]);
  const shown = all ? scans : scans.slice(0, firstRows);
  return (
    <>
      <table className={styles['points']} aria-label={`Every point of ${series.label}`}>
        <thead>
          <tr>
            <th scope="col">Scan finished ({zone})</th>
            <th scope="col">UTC day</th>
            <th scope="col" className={styles['number']}>
              Value
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((scan) => {
            const { date = '', timed = false } = model.scans[scan] ?? {};
            const value = series.values[scan];
            return (
              <tr key={scan}>
                <td>
                  <button
                    type="button"
                    className={styles['point']}
                    onClick={() => onOpenScan(scan)}
                  >
                    {timed ? dayAndTime(model.instants[scan] ?? 0, zone, locale) : 'unknown'}
                    {!timed && (
                      <VisuallyHidden> time, UTC day {calendarDay(date, locale)}</VisuallyHidden>
                    )}
                  </button>
                </td>
                <td>{calendarDay(date, locale)}</td>
                <td className={styles['number']}>
                  {isEvidence(value) ? fullValue(value, unit, locale) : noEvidence}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown.length < scans.length && (
        <Button
          look="quiet"
          onClick={() => {
            isAsked.current = true;
            setAll(true);
          }}
        >
          Show all {scans.length} points
        </Button>
      )}
    </>
  );
}
