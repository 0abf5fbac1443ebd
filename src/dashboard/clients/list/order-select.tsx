import { useId } from 'react';
import { cellsOfColumns } from './figure-cells.tsx';
import { type Order, orders, readOrder, sortColumnOf } from './order.ts';

/** The name of an order in the menu. */
function nameOf(order: Order): string {
  if (order === 'drop') return 'Worst real drop';
  const sorting = sortColumnOf(order);
  if (sorting === null || sorting.column === 'client') {
    return order === 'client' ? 'Client, A to Z' : 'Client, Z to A';
  }
  const [highestFirst, lowestFirst] = cellsOfColumns[sorting.column].orderNames;
  return sorting.isDescending ? highestFirst : lowestFirst;
}

interface OrderSelectProps {
  order: Order | null;
  onOrder: (order: Order | null) => void;
}

/** Lets the user choose the order where there are no column headers. */
export function OrderSelect({ order, onOrder }: OrderSelectProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        value={order ?? ''}
        onChange={({ currentTarget }) => onOrder(readOrder(currentTarget.value))}
      >
        <option value="">Newest client</option>
        {orders.map((value) => (
          <option key={value} value={value}>
            {nameOf(value)}
          </option>
        ))}
      </select>
    </>
  );
}
