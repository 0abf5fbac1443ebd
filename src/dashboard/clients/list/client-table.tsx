import { memo, useEffect } from 'react';
import { useInView } from '../../ui/use-in-view.ts';
import { Cell, Definition } from './cells.tsx';
import styles from './list.module.css';
import { ClientName } from './name-cell.tsx';
import { type ClientRow, type Column, type Order, orderAfter, sortColumnOf } from './order.ts';

export interface ClientRowsProps {
  rows: readonly ClientRow[];
  /** The order of the rows; null for newest clients first. */
  order: Order | null;
  onOrder: (order: Order) => void;
  /** Called when a client's row enters or leaves the window or the margin around it. */
  onInViewChange: (id: string, isInView: boolean) => void;
}

/** Rows start loading a little before they are visible. */
const margin = '200px';

/** Reports when a row enters or leaves the view. @returns the ref for its element */
export function useRowInView<E extends Element>(
  id: string,
  onInViewChange: ClientRowsProps['onInViewChange'],
) {
  const [ref, isInView] = useInView<E>(margin);
  useEffect(() => {
    onInViewChange(id, isInView);
    return () => onInViewChange(id, false);
  }, [id, isInView, onInViewChange]);
  return ref;
}

interface RowProps {
  row: ClientRow;
  onInViewChange: ClientRowsProps['onInViewChange'];
}

const Row = memo(function Row({ row, onInViewChange }: RowProps) {
  const ref = useRowInView<HTMLTableRowElement>(row.id, onInViewChange);
  return (
    <tr ref={ref}>
      <th scope="row">
        <ClientName row={row} />
      </th>
      <td>
        <Cell of="Sites" row={row} />
      </td>
      <td className={styles['right']}>
        <Cell of="Visibility" row={row} />
      </td>
      <td className={styles['right']}>
        <div className={styles['change']}>
          <Cell of="RecentChange" row={row} />
        </div>
      </td>
      <td>
        <Cell of="Trend" row={row} />
      </td>
      <td className={styles['scan']}>
        <Cell of="LastScan" row={row} />
      </td>
      <td className={styles['right']}>
        <Cell of="FailedScans" row={row} />
      </td>
    </tr>
  );
});

interface HeaderProps extends Pick<ClientRowsProps, 'order' | 'onOrder'> {
  column: Column;
  label: string;
}

function Header({ column, label, order, onOrder }: HeaderProps) {
  const sorting = sortColumnOf(order);
  const columnSorting = sorting?.column === column ? sorting : null;
  const isRightAligned = column === 'visibility' || column === 'change' || column === 'failed';
  const hasDefinition = column === 'visibility' || column === 'change' || column === 'trend';
  return (
    <th
      scope="col"
      className={isRightAligned ? styles['right'] : undefined}
      aria-sort={columnSorting ? (columnSorting.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        data-printed
        className={styles['sort']}
        onClick={() => onOrder(orderAfter(order, column))}
      >
        {label}
        {columnSorting && <span aria-hidden="true">{columnSorting.isDescending ? '↓' : '↑'}</span>}
      </button>
      {hasDefinition && <Definition of={column} />}
    </th>
  );
}

/** The clients as a table, for wide windows. */
export function ClientTable({ rows, order, onOrder, onInViewChange }: ClientRowsProps) {
  const renderHeader = (column: Column, label: string) => (
    <Header column={column} label={label} order={order} onOrder={onOrder} />
  );
  return (
    <table className={styles['table']} aria-label="Clients">
      <thead>
        <tr>
          {renderHeader('client', 'Client')}
          {renderHeader('sites', 'Sites')}
          {renderHeader('visibility', 'Visibility')}
          {renderHeader('change', 'Change')}
          {renderHeader('trend', 'Trend')}
          {renderHeader('scan', 'Last scan')}
          {renderHeader('failed', 'Failed scans')}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} onInViewChange={onInViewChange} />
        ))}
      </tbody>
    </table>
  );
}
