import { type CSSProperties, memo, useEffect } from 'react';
import { useInView } from '../../ui/use-in-view.ts';
import { Cell, Definition } from './cells.tsx';
import { columns, figureColumns } from './columns.ts';
import { type ClientRow, realMoveOf } from './figures.ts';
import styles from './list.module.css';
import { ClientName } from './name-cell.tsx';
import { type Order, orderAfter, sortColumnOf } from './order.ts';

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
    <tr ref={ref} data-real={realMoveOf(row)}>
      <th scope="row">
        <ClientName row={row} />
      </th>
      {figureColumns.map(({ id, isRightAligned, cellClass }) => (
        <td key={id} className={isRightAligned ? styles['right'] : undefined}>
          {cellClass ? (
            <div className={styles[cellClass]}>
              <Cell of={id} row={row} />
            </div>
          ) : (
            <Cell of={id} row={row} />
          )}
        </td>
      ))}
    </tr>
  );
});

interface HeaderProps extends Pick<ClientRowsProps, 'order' | 'onOrder'> {
  column: (typeof columns)[number];
}

function Header({ column, order, onOrder }: HeaderProps) {
  const { id, label, isRightAligned, definition, widths } = column;
  const sorting = sortColumnOf(order);
  const columnSorting = sorting?.column === id ? sorting : null;
  return (
    <th
      scope="col"
      className={isRightAligned ? styles['right'] : undefined}
      style={
        widths &&
        ({ '--narrow': widths[0], '--wide': widths[1], '--paper': widths[2] } as CSSProperties)
      }
      aria-sort={columnSorting ? (columnSorting.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        data-printed
        className={styles['sort']}
        onClick={() => onOrder(orderAfter(order, id))}
      >
        {label}
        {columnSorting && <span aria-hidden="true">{columnSorting.isDescending ? '↓' : '↑'}</span>}
      </button>
      {definition && <Definition of={definition} />}
    </th>
  );
}

/** The clients as a table, for wide windows. */
export function ClientTable({ rows, order, onOrder, onInViewChange }: ClientRowsProps) {
  return (
    <table className={styles['table']} aria-label="Clients">
      <thead>
        <tr>
          {columns.map((column) => (
            <Header key={column.id} {...{ column, order, onOrder }} />
          ))}
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
