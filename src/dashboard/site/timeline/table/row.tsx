import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { SeriesColumn } from '../../../../figures/series/columns.ts';
import { isolate } from '../../../../figures/text/isolate.ts';
import { Swatch } from '../../chart/swatch.tsx';
import type { SeriesContext, SeriesRow } from '../../comparison/series-rows.ts';
import { type Column, noFigure } from '../../layout/columns.ts';
import styles from '../../layout/table.module.css';
import type { DrawnSeries } from '../../series/drawn.ts';
import { Points } from './points.tsx';

interface TableRowProps {
  row: SeriesRow;
  /** The columns to show. */
  columns: readonly Column<SeriesRow, SeriesContext>[];
  context: SeriesContext;
  /** Whether the chart shows the series. */
  isInChart: boolean;
  onToggle: (drawn: DrawnSeries) => void;
  onOpenScan: (scan: number) => void;
  /** Renders a link to the answers behind a series. */
  renderAnswersLink?: ((series: SeriesColumn) => ReactNode) | undefined;
}

type CellProps = Pick<TableRowProps, 'row' | 'context'> & {
  column: TableRowProps['columns'][number];
};

/** The content of a cell: a muted dash if there is no figure. */
function Cell({ column: { text, cell }, row, context }: CellProps): ReactNode {
  const content = cell ? cell(row, context) : text?.(row, context);
  return content ?? <span className={styles['none']}>{noFigure}</span>;
}

/** A row with the figures of a series. When expanded, it lists the points of the series underneath. */
export function TableRow(props: TableRowProps) {
  const { row, columns, context, isInChart, onToggle, onOpenScan, renderAnswersLink } = props;
  const { model, wording } = context;
  const [isOpen, setOpen] = useState(false);
  const pointsId = useId();
  const { summary, look } = row.drawn;
  const { series } = summary;
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
        {columns.slice(1).map((column) => (
          <td key={column.id} className={column.isNumber ? styles['number'] : column.cellClass}>
            <Cell {...{ column, row, context }} />
          </td>
        ))}
        <td className={styles['drawn']}>
          <input
            type="checkbox"
            checked={isInChart}
            aria-label={`Show ${isolate(series.label)} in the chart`}
            onChange={() => onToggle(row.drawn)}
          />
        </td>
      </tr>
      {isOpen && (
        <tr id={pointsId}>
          <td colSpan={columns.length + 1}>
            {renderAnswersLink?.(series)}
            <Points model={model} series={series} wording={wording} onOpenScan={onOpenScan} />
          </td>
        </tr>
      )}
    </>
  );
}
