import { Cell } from './cells.tsx';
import { type ClientRowsProps, useRowInView } from './client-table.tsx';
import styles from './list.module.css';
import { ClientName } from './name-cell.tsx';
import type { ClientRow } from './order.ts';

interface ClientItemProps extends Pick<ClientRowsProps, 'onInViewChange'> {
  row: ClientRow;
}

function ClientItem({ row, onInViewChange }: ClientItemProps) {
  const ref = useRowInView<HTMLLIElement>(row.id, onInViewChange);
  return (
    <li ref={ref} className={styles['item']}>
      <div>
        <ClientName row={row} />
      </div>
      <div className={styles['value']}>
        <Cell of="Visibility" row={row} />
      </div>
      <div className={styles['sites']}>
        <Cell of="Sites" row={row} />
      </div>
      <div className={styles['moved']}>
        <Cell of="RecentChange" row={row} />
      </div>
      <div className={styles['line']}>
        <Cell of="Trend" row={row} />
      </div>
      <div className={styles['when']}>
        <Cell of="LastScan" row={row} />
        <Cell of="LabelledFailedScans" row={row} />
      </div>
    </li>
  );
}

/** The clients as a list, for narrow windows. */
export function ClientList({
  rows,
  onInViewChange,
}: Pick<ClientRowsProps, 'rows' | 'onInViewChange'>) {
  return (
    <ul>
      {rows.map((row) => (
        <ClientItem key={row.id} row={row} onInViewChange={onInViewChange} />
      ))}
    </ul>
  );
}
