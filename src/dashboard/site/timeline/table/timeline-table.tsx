import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { elementIds } from '../../../ui/element-ids.ts';
import type { DrawnSeries } from '../../report/drawn.ts';
import type { TimelineModel } from '../../report/model.ts';
import { groupingName } from '../../report/names.ts';
import type { Wording } from '../chart/reading.ts';
import { ReportTitle } from '../report-title.tsx';
import { type Order, orderAfter, type SortKey, sortRows } from './order.ts';
import { SeriesRow } from './row.tsx';
import styles from './table.module.css';

interface TimelineTableProps {
  /** Name of the chart with the same data. */
  name: string;
  /** Whose figures it shows; null if unknown. */
  who: string | null;
  model: TimelineModel;
  /** Every series, drawn or not. */
  all: readonly DrawnSeries[];
  drawn: readonly DrawnSeries[];
  wording: Wording;
  onToggle: (each: DrawnSeries) => void;
  /** Opens a scan, by its index in the model. */
  onOpenScan: (scan: number) => void;
}

interface HeaderProps {
  label: string;
  by: SortKey;
  order: Order;
  onOrder: (order: Order) => void;
}

function Header({ label, by, order, onOrder }: HeaderProps) {
  const sorted = order.by === by;
  const Arrow = order.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      className={by === 'label' ? undefined : styles['number']}
      aria-sort={sorted ? (order.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        data-printed
        className={styles['sort']}
        onClick={() => onOrder(orderAfter(order, by))}
      >
        {label}
        {sorted && <Arrow size={12} aria-hidden="true" />}
      </button>
    </th>
  );
}

/** The chart's data as a table: every series, and every point on demand. */
export function TimelineTable(props: TimelineTableProps) {
  const { name, who, model, all, drawn, wording, onToggle, onOpenScan } = props;
  const [order, setOrder] = useState<Order>({ by: 'latest', descending: true });
  const rows = useMemo(() => sortRows(all, order, wording.locale), [all, order, wording.locale]);
  const shown = new Set(drawn);
  const columns = [
    ['label', groupingName(model.groupBy)],
    ['latest', 'Latest'],
    ['change', 'Change since the previous scan'],
    ['median', 'Median'],
    ['evidence', 'Evidence'],
  ] as const;
  return (
    <section id={elementIds.table} className={styles['scroller']} aria-label="Table" tabIndex={-1}>
      <table className={styles['table']} aria-label={`${name}, as a table`}>
        {/* On paper, the chart's title may be on another sheet. */}
        <caption className={styles['caption']}>
          <ReportTitle who={who} name={name} />
        </caption>
        <thead>
          <tr>
            {columns.map(([by, label]) => (
              <Header key={by} by={by} label={label} order={order} onOrder={setOrder} />
            ))}
            <th scope="col">Trend</th>
            <th scope="col" className={styles['drawn']}>
              In chart
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <SeriesRow
              key={each.summary.series.id}
              each={each}
              model={model}
              wording={wording}
              shown={shown.has(each)}
              onToggle={onToggle}
              onOpenScan={onOpenScan}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
