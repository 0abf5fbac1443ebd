import { Cell } from './cells.tsx';
import { type ClientRowsProps, useRowInView } from './client-table.tsx';
import type { CellId } from './columns.ts';
import { type ClientRow, realMoveOf } from './figures.ts';
import styles from './list.module.css';
import { ClientName } from './name-cell.tsx';

/** The figures of a client in the list for narrow windows, in order: a place and what it shows. */
const listedFigures: readonly {
  place: 'moved' | 'value' | 'sites' | 'line' | 'when';
  figures: readonly CellId[];
}[] = [
  { place: 'moved', figures: ['change'] },
  { place: 'value', figures: ['visibility'] },
  { place: 'sites', figures: ['sites'] },
  { place: 'line', figures: ['trend'] },
  { place: 'when', figures: ['labelledScan', 'labelledFailed'] },
];

interface ClientItemProps extends Pick<ClientRowsProps, 'onInViewChange'> {
  row: ClientRow;
}

function ClientItem({ row, onInViewChange }: ClientItemProps) {
  const ref = useRowInView<HTMLLIElement>(row.id, onInViewChange);
  return (
    <li ref={ref} className={styles['item']} data-real={realMoveOf(row)}>
      <div>
        <ClientName row={row} />
      </div>
      {listedFigures.map(({ place, figures }) => (
        <div key={place} className={styles[place]}>
          {figures.map((figure) => (
            <Cell key={figure} of={figure} row={row} />
          ))}
        </div>
      ))}
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
