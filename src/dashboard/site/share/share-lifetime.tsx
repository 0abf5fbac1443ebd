import { useId } from 'react';
import styles from './share.module.css';

/** The lifetimes offered for a link or a feed. */
const lifetimes = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
];

interface LifetimeSelectProps {
  days: number;
  onDays: (days: number) => void;
}

/** Chooses how long a link or a feed works. */
export function LifetimeSelect({ days, onDays }: LifetimeSelectProps) {
  const id = useId();
  return (
    <div className={styles['pair']}>
      <label htmlFor={id}>Works for</label>
      <select
        id={id}
        data-first-focus
        className={styles['input']}
        value={days}
        onChange={({ currentTarget }) => onDays(Number(currentTarget.value))}
      >
        {lifetimes.map((lifetime) => (
          <option key={lifetime.days} value={lifetime.days}>
            {lifetime.label}
          </option>
        ))}
      </select>
    </div>
  );
}
