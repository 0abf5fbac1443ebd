import { skipToken, useQuery } from '@tanstack/react-query';
import { utcDay } from '../../../contract/dates/days.ts';
import type { CountedSearch } from '../../../contract/sightline/searches.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { searchesQuery } from '../../api/sightline/searches.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { Failure } from '../../ui/failure.tsx';
import { Folded } from '../../ui/folded.tsx';
import { useSite } from '../../use-site.ts';
import { requestInView, type TimelineSearch } from '../search/search.ts';
import styles from './panels.module.css';

/** How many searches are listed before the others are folded. */
const shownSearches = 10;

interface SearchListProps {
  searches: readonly CountedSearch[];
  /** The names of the site's platforms, by ID. */
  platformNames: ReadonlyMap<string, string>;
}

function SearchList({ searches, platformNames }: SearchListProps) {
  return (
    <ol className={styles['details']}>
      {searches.map(({ query, answers, platforms }) => (
        <li key={query}>
          <bdi className={styles['query']}>{query}</bdi>
          <small>
            {[
              ...(answers === null
                ? []
                : [countWithNoun(answers, 'answer', 'answers', pageLocale())]),
              ...platforms.map((id) => platformNames.get(id) ?? id),
            ].join(' · ')}
          </small>
        </li>
      ))}
    </ol>
  );
}

interface SearchedForProps {
  promptId: string;
  search: TimelineSearch;
}

/** What platforms searched for to answer a prompt, with the filters and dates in view; nothing if that is unknown. */
export function SearchedFor({ promptId, search }: SearchedForProps) {
  const { siteId } = useSite();
  const hasSearches = useCapability('searches');
  const request = { ...requestInView(search, utcDay(Date.now())), promptId: [promptId] };
  const query = searchesQuery({ siteId, request });
  const { data, error, refetch } = useQuery(hasSearches ? query : { ...query, queryFn: skipToken });
  const { data: options } = useQuery(filtersQuery(siteId));
  if (!data && !error) return null;
  if (data?.searches.length === 0) return null;
  const platformNames = new Map(options?.models.map(({ id, name }) => [id, name || id]));
  const searches = data?.searches ?? [];
  const folded = searches.slice(shownSearches);
  return (
    <section className={styles['section']}>
      <h3>Searched for</h3>
      {data ? (
        <>
          {data.answers !== null && (
            <p className={styles['hint']}>
              In {countWithNoun(data.answers, 'answer', 'answers', pageLocale())} with these filters
              and dates.
            </p>
          )}
          <SearchList searches={searches.slice(0, shownSearches)} platformNames={platformNames} />
          {folded.length > 0 && (
            <Folded
              summary={countWithNoun(folded.length, 'more search', 'more searches', pageLocale())}
            >
              <SearchList searches={folded} platformNames={platformNames} />
            </Folded>
          )}
          {!!data.more && (
            <p className={styles['hint']}>
              {countWithNoun(data.more, 'rarer search is', 'rarer searches are', pageLocale())} not
              listed.
            </p>
          )}
        </>
      ) : (
        <Failure
          title="The searches could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}
