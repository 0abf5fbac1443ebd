import { useId } from 'react';
import { type Order, orders, readOrder } from './order.ts';

const names: Record<Order, string> = {
  client: 'Client, A to Z',
  '-client': 'Client, Z to A',
  sites: 'Most sites',
  '-sites': 'Fewest sites',
  visibility: 'Highest visibility',
  '-visibility': 'Lowest visibility',
  change: 'Largest rise',
  '-change': 'Largest drop',
  trend: 'Steepest rise',
  '-trend': 'Steepest fall',
  scan: 'Newest scan',
  '-scan': 'Oldest scan',
  failed: 'Most failed scans',
  '-failed': 'Fewest failed scans',
  drop: 'Worst real drop',
};

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
            {names[value]}
          </option>
        ))}
      </select>
    </>
  );
}
