import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { isEvidence, type SeriesColumn } from '../../../api/columns.ts';
import { isTrackedFigure } from '../../../api/tracked-brand.ts';
import { calendarDay } from '../../../time/format.ts';
import { Sparkline } from '../../chart/sparkline.tsx';
import { Swatch } from '../../chart/swatch.tsx';
import { Change } from '../../comparison/move.tsx';
import type { SeriesMove } from '../../comparison/moves.ts';
import { ShownVerdictText } from '../../comparison/shown-verdict-text.tsx';
import styles from '../../layout/table.module.css';
import type { DrawnSeries } from '../../series/drawn.ts';
import { countText, noEvidence, shortChange } from '../../series/figures.ts';
import { strokeOf } from '../../series/looks.ts';
import type { TimelineModel } from '../../series/model.ts';
import { valueText, type Wording } from '../../series/reading.ts';
import type { SeriesSummary } from '../../series/series-summary.ts';
import { Points } from './points.tsx';

/** A figure, or a dash if there is none. */
function Figure({ value, wording }: { value: number | null; wording: Wording }) {
  if (value === null) return <span className={styles['none']}>–</span>;
  return valueText(value, wording);
}

interface LatestProps {
  summary: SeriesSummary;
  model: TimelineModel;
  wording: Wording;
}

function Latest({ summary, model, wording }: LatestProps) {
  if (summary.latest !== null) return <Figure value={summary.latest} wording={wording} />;
  const last = summary.series.values[summary.lastEvidenceIndex];
  return (
    <span className={styles['none']}>
      {noEvidence}
      {isEvidence(last) && (
        <small>
          {valueText(last, wording)} on{' '}
          {calendarDay(model.scans[summary.lastEvidenceIndex]?.date ?? '', wording.locale)} (UTC
          day)
        </small>
      )}
    </span>
  );
}

/** The figures of the newest scan. */
function LatestCells({ summary, model, wording }: LatestProps) {
  const { change } = summary;
  return (
    <>
      <td className={styles['number']}>
        <Latest summary={summary} model={model} wording={wording} />
      </td>
      <td className={styles['number']}>
        {change ? (
          <span title={`from ${valueText(change.from, wording)}`}>
            {shortChange(change, wording.unit, wording.locale, wording.decimals)}
          </span>
        ) : (
          <span className={styles['none']}>–</span>
        )}
      </td>
    </>
  );
}

interface PeriodCellsProps {
  move: SeriesMove;
  /** Whether the figures are the tracked brand's. */
  isTracked: boolean;
  wording: Wording;
}

/** The figures of two periods. */
function PeriodCells({ move, isTracked, wording }: PeriodCellsProps) {
  return (
    <>
      <td className={styles['number']}>
        <Figure value={move.now} wording={wording} />
      </td>
      <td className={styles['number']}>
        <Figure value={move.before} wording={wording} />
      </td>
      <td className={styles['number']}>
        <Change {...move} isTracked={isTracked} wording={wording} />
      </td>
      <td className={styles['move']}>
        <ShownVerdictText verdict={move.verdict} isTracked={isTracked} wording={wording} />
      </td>
    </>
  );
}

interface SeriesRowProps {
  /** The series with its look. It may be missing from the chart; see `isInChart`. */
  drawn: DrawnSeries;
  /** The change of the series between two periods; undefined without a comparison. */
  move: SeriesMove | undefined;
  model: TimelineModel;
  wording: Wording;
  isInChart: boolean;
  onToggle: (drawn: DrawnSeries) => void;
  onOpenScan: (scan: number) => void;
  /** Renders a link to the answers behind a series. */
  renderAnswersLink?: ((series: SeriesColumn) => ReactNode) | undefined;
}

/** A row with the figures of a series. When expanded, it lists the points of the series underneath. */
export function SeriesRow(props: SeriesRowProps) {
  const { drawn, move, model, wording, isInChart, onToggle, onOpenScan, renderAnswersLink } = props;
  const [isOpen, setOpen] = useState(false);
  const pointsId = useId();
  const { summary, look } = drawn;
  const { series, evidence } = summary;
  return (
    <>
      <tr className={styles['row']}>
        <th scope="row">
          <span className={styles['name']}>
            <button
              type="button"
              data-printed
              className={styles['open']}
              aria-expanded={isOpen}
              aria-controls={isOpen ? pointsId : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronRight size={14} aria-hidden="true" />
              <Swatch look={look} />
              <bdi title={series.label}>{series.label}</bdi>
            </button>
            {summary.isTracked && <span className={styles['badge']}>tracked</span>}
          </span>
        </th>
        {move ? (
          <PeriodCells
            move={move}
            isTracked={isTrackedFigure(model, series.id)}
            wording={wording}
          />
        ) : (
          <LatestCells summary={summary} model={model} wording={wording} />
        )}
        <td className={styles['number']}>
          <Figure value={summary.median} wording={wording} />
        </td>
        <td className={styles['number']}>
          {countText(evidence.count, wording.locale)} of{' '}
          {countText(evidence.points, wording.locale)}
        </td>
        <td className={styles['trendCell']}>
          <Sparkline
            className={styles['trend']}
            values={series.values}
            present={series.present}
            instants={model.instants}
            stroke={strokeOf(look)}
            width={120}
          />
        </td>
        <td className={styles['drawn']}>
          <input
            type="checkbox"
            checked={isInChart}
            aria-label={`Show ${series.label} in the chart`}
            onChange={() => onToggle(drawn)}
          />
        </td>
      </tr>
      {isOpen && (
        <tr id={pointsId}>
          <td colSpan={move ? 9 : 7}>
            {renderAnswersLink?.(series)}
            <Points model={model} series={series} wording={wording} onOpenScan={onOpenScan} />
          </td>
        </tr>
      )}
    </>
  );
}
