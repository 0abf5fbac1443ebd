import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { PeriodComparison } from '../../../../figures/comparison/compare-report.ts';
import type { SeriesColumn } from '../../../../figures/series/columns.ts';
import type { TimelineModel } from '../../../../figures/series/model.ts';
import type { Wording } from '../../../../figures/series/wording.ts';
import { DefinitionButton } from '../../../ui/definition-button.tsx';
import { elementIds } from '../../../ui/element-ids.ts';
import { ReportTitle } from '../../chart/report-title.tsx';
import { type SeriesContext, type SeriesRow, toSeriesRows } from '../../comparison/series-rows.ts';
import {
  type Column,
  columnsIn,
  type Order,
  orderAfter,
  readOrder,
  sortRows,
} from '../../layout/columns.ts';
import styles from '../../layout/table.module.css';
import type { DrawnSeries } from '../../series/drawn.ts';
import { seriesColumns } from './columns.tsx';
import { TableRow } from './row.tsx';

interface TimelineTableProps {
  /** Name of the chart with the same data. */
  name: string;
  /** Whose figures the table shows, for its caption; null to name no brand. */
  ownerName: string | null;
  model: TimelineModel;
  /** Every series, in the chart or not. */
  all: readonly DrawnSeries[];
  /** The series in the chart. */
  drawn: readonly DrawnSeries[];
  /** Null if nothing is compared. */
  comparison: PeriodComparison | null;
  namedFirst: SeriesContext['namedFirst'];
  /** The order of rows, as it is written in the address; null for the default. */
  sort: string | null;
  onSort: (sort: string | null) => void;
  wording: Wording;
  onToggle: (drawn: DrawnSeries) => void;
  /** Opens a scan, by its index in the model. */
  onOpenScan: (scan: number) => void;
  /** Renders a link to the answers behind a series. */
  renderAnswersLink?: (series: SeriesColumn) => ReactNode;
}

interface HeaderProps {
  column: Column<SeriesRow, SeriesContext>;
  context: SeriesContext;
  order: Order<SeriesRow, SeriesContext> | null;
  onChoose: () => void;
}

function Header({ column, context, order, onChoose }: HeaderProps) {
  const isSorted = order?.column === column;
  const Arrow = order?.isDescending ? ArrowDown : ArrowUp;
  const definition = column.definition?.(context);
  return (
    <th
      scope="col"
      className={column.isNumber ? styles['number'] : column.cellClass}
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" data-printed className={styles['sort']} onClick={onChoose}>
        {column.heading(context)}
        {isSorted && <Arrow size={12} aria-hidden="true" />}
      </button>
      {definition && <DefinitionButton {...definition} />}
    </th>
  );
}

/** The chart's data as a table: every series, and every point on demand. */
export function TimelineTable(props: TimelineTableProps) {
  const { name, ownerName, model, all, drawn, comparison, namedFirst, sort, onSort } = props;
  const { wording, onToggle, onOpenScan, renderAnswersLink } = props;
  const context = useMemo(
    () => ({ model, comparison, namedFirst, wording }),
    [model, comparison, namedFirst, wording],
  );
  const columns = useMemo(() => columnsIn(seriesColumns, context), [context]);
  const order = useMemo(() => readOrder(sort, columns), [sort, columns]);
  const rows = useMemo(
    () => sortRows(toSeriesRows(all, comparison), order, context, wording.locale),
    [all, comparison, order, context, wording.locale],
  );
  const choose = (column: Column<SeriesRow, SeriesContext>) => {
    const next = orderAfter(order, column);
    // The address leaves out the order that rows have without it.
    onSort(next === columns[1]?.id ? null : next);
  };
  const seriesInChart = new Set(drawn);
  return (
    <section id={elementIds.table} className={styles['scroller']} aria-label="Table" tabIndex={-1}>
      <table
        className={styles['table']}
        data-compared={comparison !== null || undefined}
        aria-label={`${name}, as a table`}
      >
        {/* On paper, the chart's title may be on another sheet. */}
        <caption className={styles['caption']}>
          <ReportTitle ownerName={ownerName} name={name} />
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header
                key={column.id}
                {...{ column, context, order }}
                onChoose={() => choose(column)}
              />
            ))}
            <th scope="col" className={styles['drawn']}>
              In chart
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={row.drawn.summary.series.id}
              {...{ row, columns, context }}
              isInChart={seriesInChart.has(row.drawn)}
              onToggle={onToggle}
              onOpenScan={onOpenScan}
              renderAnswersLink={renderAnswersLink}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
