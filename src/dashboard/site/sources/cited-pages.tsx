import { useQuery } from '@tanstack/react-query';
import { citedPagesQuery } from '../../api/sightline/cited-pages.ts';
import { Failure } from '../../ui/failure.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { WebLink } from '../../ui/web-link.tsx';
import panelStyles from '../panels/panels.module.css';
import { questionInView, type TimelineSearch } from '../question/search.ts';
import { countText, countWithNoun } from '../report/figures.ts';

/** Says which answers the pages are from. */
function describeBasis(readCount: number, hasMore: boolean): string {
  const answers = countWithNoun(readCount, 'answer', 'answers', undefined);
  if (hasMore && readCount === 1) return 'From the newest answer that cites this domain.';
  if (hasMore) return `From the newest ${answers} that cite this domain.`;
  if (readCount === 0) return 'No answer with these filters and dates cites this domain.';
  if (readCount === 1) return 'From the only answer that cites this domain.';
  if (readCount === 2) return 'From both answers that cite this domain.';
  return `From all ${answers} that cite this domain.`;
}

interface CitedPagesProps {
  siteId: string;
  search: TimelineSearch;
  /** The current UTC day, YYYY-MM-DD, from which a rolling range is computed. */
  today: string;
  domain: string;
}

/** A domain's pages that the newest answers cite, most cited first. */
export function CitedPages({ siteId, search, today, domain }: CitedPagesProps) {
  const query = useQuery(citedPagesQuery(siteId, questionInView(search, today), domain));
  const { data } = query;
  return (
    <section className={panelStyles['section']}>
      <h3>Cited pages</h3>
      {query.isPending && (
        <Loading label="Loading the cited pages">
          <Block width="100%" height="6rem" />
        </Loading>
      )}
      {query.error && (
        <Failure
          title="The cited pages could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {data && (
        <>
          <p className={panelStyles['hint']}>{describeBasis(data.readCount, data.hasMore)}</p>
          <ol className={panelStyles['details']}>
            {data.pages.map(({ url, title, answers }) => (
              <li key={url}>
                <WebLink address={url} />
                <small>
                  {title && <bdi>{title} · </bdi>}
                  cited by {countText(answers, undefined)} of {countText(data.readCount, undefined)}
                </small>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
