import { useEffect, useRef, useState } from 'react';
import { countText, countWithNoun } from '../../../../figures/formats/counts.ts';
import { calendarDay, dayAndTime } from '../../../../figures/formats/dates.ts';
import { isEvidence, isPresent, type SeriesColumn } from '../../../../figures/series/columns.ts';
import type { TimelineModel } from '../../../../figures/series/model.ts';
import { valueText, type Wording } from '../../../../figures/series/wording.ts';
import { Button } from '../../../ui/button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from '../../layout/table.module.css';

const initialRowCount = 30;
const rowsPerClick = 1_000;

interface PointsProps {
  model: TimelineModel;
  series: SeriesColumn;
  wording: Wording;
  onOpenScan: (scan: number) => void;
}

/** Every point of a series, newest first. */
export function Points({ model, series, wording, onOpenScan }: PointsProps) {
  const [rowLimit, setRowLimit] = useState(initialRowCount);
  const { zone, locale } = wording;
  const scans = [...model.reportOrder].filter((scan) => isPresent(series, scan)).reverse();
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    // Moves focus to the first added point.
    if (rowLimit > initialRowCount)
      body.current?.querySelectorAll('button')[rowLimit - rowsPerClick]?.focus();
  }, [rowLimit]);
  const remaining = scans.length - rowLimit;
  return (
    <>
      <table className={styles['points']} aria-label={`Every point of ${series.label}`}>
        <thead>
          <tr>
            <th scope="col">Scan completed ({zone})</th>
            <th scope="col">UTC day</th>
            <th scope="col" className={styles['number']}>
              Value
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {scans.slice(0, rowLimit).map((scan) => {
            const { date = '', hasTime = false } = model.scans[scan] ?? {};
            const value = series.values[scan];
            return (
              <tr key={scan}>
                <td>
                  <button
                    type="button"
                    data-printed
                    className={styles['point']}
                    onClick={() => onOpenScan(scan)}
                  >
                    {hasTime ? dayAndTime(model.instants[scan] ?? 0, zone, locale) : 'unknown'}
                    {!hasTime && (
                      <VisuallyHidden> time, UTC day {calendarDay(date, locale)}</VisuallyHidden>
                    )}
                  </button>
                </td>
                <td>{calendarDay(date, locale)}</td>
                <td className={styles['number']}>
                  {valueText(isEvidence(value) ? value : null, wording)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {remaining > 0 && (
        <Button look="quiet" onClick={() => setRowLimit(rowLimit + rowsPerClick)}>
          {remaining > rowsPerClick
            ? `Show ${countText(rowsPerClick, locale)} more of ${countWithNoun(scans.length, 'point', 'points', locale)}`
            : `Show all ${countWithNoun(scans.length, 'point', 'points', locale)}`}
        </Button>
      )}
    </>
  );
}
