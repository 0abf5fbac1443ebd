import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { SeriesColumn } from '../../../api/columns.ts';
import { DefinitionButton } from '../../../ui/definition-button.tsx';
import { elementIds } from '../../../ui/element-ids.ts';
import { ReportTitle } from '../../chart/report-title.tsx';
import {
  latestColumns,
  type Order,
  orderAfter,
  periodColumns,
  readOrder,
  type SortKey,
  sortRows,
  writeOrder,
} from '../../comparison/order.ts';
import type { PeriodComparison } from '../../comparison/use-comparison.ts';
import styles from '../../layout/table.module.css';
import {
  changeDefinition,
  changeSinceScanDefinition,
  evidenceDefinition,
  medianDefinition,
  trendDefinition,
  verdictDefinition,
} from '../../series/column-definitions.ts';
import type { Definition } from '../../series/definitions.ts';
import type { DrawnSeries } from '../../series/drawn.ts';
import type { TimelineModel } from '../../series/model.ts';
import { groupingName } from '../../series/names.ts';
import type { Wording } from '../../series/reading.ts';
import { SeriesRow } from './row.tsx';

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

const columnNames: Record<Exclude<SortKey, 'label'>, string> = {
  latest: 'Latest',
  now: 'Now',
  before: 'Before',
  change: 'Change',
  move: 'Verdict',
  median: 'Median',
  evidence: 'Evidence',
  trend: 'Trend',
};
const headingOf = (by: Exclude<SortKey, 'label'>, isCompared: boolean): string =>
  by === 'change' && !isCompared ? 'Change since the previous scan' : columnNames[by];

/** Definitions of the columns whose names need explaining. */
const definitions: Partial<Record<SortKey, Definition>> = {
  change: changeDefinition,
  evidence: evidenceDefinition,
  median: medianDefinition,
  move: verdictDefinition,
  trend: trendDefinition,
};
const definitionsOf = (isCompared: boolean): typeof definitions =>
  isCompared ? definitions : { ...definitions, change: changeSinceScanDefinition };

/** The class of a column's cells. */
function cellClassOf(by: SortKey): string | undefined {
  if (by === 'trend') return styles['trendCell'];
  return by === 'label' || by === 'move' ? undefined : styles['number'];
}

interface HeaderProps {
  label: string;
  definition: Definition | undefined;
  by: SortKey;
  order: Order;
  onOrder: (order: Order) => void;
}

function Header({ label, definition, by, order, onOrder }: HeaderProps) {
  const isSorted = order.by === by;
  const Arrow = order.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      className={cellClassOf(by)}
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        data-printed
        className={styles['sort']}
        onClick={() => onOrder(orderAfter(order, by))}
      >
        {label}
        {isSorted && <Arrow size={12} aria-hidden="true" />}
      </button>
      {definition && <DefinitionButton {...definition} />}
    </th>
  );
}

/** The chart's data as a table: every series, and every point on demand. */
export function TimelineTable(props: TimelineTableProps) {
  const { name, ownerName, model, all, drawn, comparison, sort, onSort } = props;
  const { wording, onToggle, onOpenScan, renderAnswersLink } = props;
  const isCompared = comparison !== null;
  const columns = comparison ? periodColumns : latestColumns;
  const order = useMemo(() => readOrder(sort, columns), [sort, columns]);
  const rows = useMemo(() => {
    const unsorted = all.map((series) => {
      const { summary } = series;
      return { series, summary, move: comparison?.moves.get(summary.series.id) };
    });
    return sortRows(unsorted, order, wording.locale);
  }, [all, comparison, order, wording.locale]);
  const seriesInChart = new Set(drawn);
  return (
    <section id={elementIds.table} className={styles['scroller']} aria-label="Table" tabIndex={-1}>
      <table
        className={styles['table']}
        data-compared={isCompared || undefined}
        aria-label={`${name}, as a table`}
      >
        {/* On paper, the chart's title may be on another sheet. */}
        <caption className={styles['caption']}>
          <ReportTitle ownerName={ownerName} name={name} />
        </caption>
        <thead>
          <tr>
            {columns.map((by) => (
              <Header
                key={by}
                by={by}
                label={by === 'label' ? groupingName(model.groupBy) : headingOf(by, isCompared)}
                definition={definitionsOf(isCompared)[by]}
                order={order}
                onOrder={(next) => onSort(writeOrder(next, columns))}
              />
            ))}
            <th scope="col" className={styles['drawn']}>
              In chart
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ series, move }) => (
            <SeriesRow
              key={series.summary.series.id}
              drawn={series}
              move={move}
              model={model}
              wording={wording}
              isInChart={seriesInChart.has(series)}
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
