import type { Answer } from '../../../contract/sightline/answers.ts';
import { countWithNoun } from '../../counts.ts';
import styles from './answers.module.css';

/** How many searches are listed before the others are folded. */
const shownQueries = 5;

function QueryList({ queries }: { queries: readonly string[] }) {
  return (
    <ul className={styles['queries']}>
      {queries.map((query) => (
        <li key={query}>
          <bdi>{query}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** What the platform searched for to give an answer, each search once; nothing if that is unknown. */
export function Queries({ answer }: { answer: Answer }) {
  const queries = [...new Set(answer.queries)];
  if (queries.length === 0) return null;
  const folded = queries.slice(shownQueries);
  return (
    <section className={styles['part']}>
      <h3>Searched for</h3>
      <QueryList queries={queries.slice(0, shownQueries)} />
      {folded.length > 0 && (
        <details className={styles['folded']}>
          <summary>
            {countWithNoun(folded.length, 'more search', 'more searches', undefined)}
          </summary>
          <QueryList queries={folded} />
        </details>
      )}
    </section>
  );
}
