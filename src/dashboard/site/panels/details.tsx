import type { ReactNode } from 'react';
import styles from './panels.module.css';

interface DetailsProps {
  /** Names and values; items whose value is null are left out. */
  items: readonly (readonly [string, ReactNode])[];
}

/** A list of names and values. */
export function Details({ items }: DetailsProps) {
  return (
    <dl className={styles['details']}>
      {items.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Labels as a list, without duplicates. */
function Labels({ labels }: { labels: readonly string[] }) {
  return (
    <ul className={styles['words']}>
      {[...new Set(labels)].map((label) => (
        <li key={label}>
          <bdi>{label}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** The value of a detail that is a list of labels; null if the list is empty, so that the detail is left out. */
export const renderLabels = (labels: readonly string[]): ReactNode =>
  labels.length === 0 ? null : <Labels labels={labels} />;
