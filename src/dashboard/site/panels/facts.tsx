import type { ReactNode } from 'react';
import styles from './panels.module.css';

interface FactsProps {
  /** Names and what is said of them; those with null are left out. */
  facts: readonly (readonly [string, ReactNode])[];
}

/** A list of names and values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles['facts']}>
      {facts.map(
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

/** Labels one after another; null for none, so that the fact is left out. */
export function Words({ words }: { words: readonly string[] }) {
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

/** A fact about a list, absent where the list is empty. */
export const wordsOr = (words: readonly string[]): ReactNode =>
  words.length === 0 ? null : <Words words={words} />;
