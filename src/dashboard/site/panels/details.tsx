import type { ReactNode } from 'react';
import styles from './panels.module.css';

interface DetailsProps {
  /** Names and values; items without a value are left out. */
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
function Words({ words }: { words: readonly string[] }) {
  return (
    <ul className={styles['words']}>
      {[...new Set(words)].map((word) => (
        <li key={word}>
          <bdi>{word}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** The value of a detail that is a list of labels; null if it is empty. */
export const wordsOrNull = (words: readonly string[]): ReactNode =>
  words.length === 0 ? null : <Words words={words} />;
