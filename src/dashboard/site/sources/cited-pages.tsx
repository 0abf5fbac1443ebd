import { useQuery } from '@tanstack/react-query';
import type { CitedPage, PagesReport } from '../../../contract/sightline/pages.ts';
import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import { citedPagesQuery } from '../../api/sightline/cited-pages.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { Failure } from '../../ui/failure.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { WebLink } from '../../ui/web-link.tsx';
import { useSite } from '../../use-site.ts';
import { AnswersLink } from '../answers-link.tsx';
import panelStyles from '../panels/panels.module.css';
import { requestInView, type TimelineSearch } from '../search/search.ts';

const answersText = (count: number) => countWithNoun(count, 'answer', 'answers', pageLocale());

/** What the list of pages leaves out; null if nothing. */
function describeOmissions({ answers, answersWithoutPages, more }: PagesReport): string | null {
  if (answers === 0) return 'No answer with these filters and dates cites this domain.';
  const sentences = [
    ...(answers !== null && answersWithoutPages
      ? [
          `The cited page is unknown for ${countText(answersWithoutPages, pageLocale())} of ${answersText(answers)}.`,
        ]
      : []),
    ...(more
      ? [
          `${countWithNoun(more, 'page', 'pages', pageLocale())} cited less often ${more === 1 ? 'is' : 'are'} not listed.`,
        ]
      : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

const describeCiting = (answers: number, total: number | null): string =>
  total === null
    ? `Cited by ${answersText(answers)}`
    : `Cited by ${countText(answers, pageLocale())} of ${answersText(total)}`;

/** A cited page, with a link to the answers that cite it. */
function PageItem({ page, total }: { page: CitedPage; total: number | null }) {
  const { url, title, answers } = page;
  const hasAnswers = useCapability('answers');
  const citedBy = answers === null ? null : describeCiting(answers, total);
  return (
    <li>
      <WebLink address={url ?? ''} text={page.page} />
      <small>
        {title && (
          <>
            <bdi>{title}</bdi> ·{' '}
          </>
        )}
        {citedBy !== null &&
          (hasAnswers && page.page ? (
            <AnswersLink
              citedPage={page.page}
              label={`${citedBy}: read those that cite ${page.page}`}
            >
              {citedBy}
            </AnswersLink>
          ) : (
            citedBy
          ))}
      </small>
    </li>
  );
}

interface CitedPagesProps {
  search: TimelineSearch;
  /** The current UTC day, YYYY-MM-DD, from which a rolling range is computed. */
  today: string;
  domain: string;
}

/** A domain's cited pages, most cited first. */
export function CitedPages({ search, today, domain }: CitedPagesProps) {
  const { siteId } = useSite();
  const query = useQuery(
    citedPagesQuery({ siteId, request: requestInView(search, today) }, domain),
  );
  const { data } = query;
  const omissions = data ? describeOmissions(data) : null;
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
      {data && data.pages.length > 0 && (
        <ol className={panelStyles['details']}>
          {data.pages.map((page) => (
            <PageItem key={page.page} page={page} total={data.answers} />
          ))}
        </ol>
      )}
      {omissions !== null && <p className={panelStyles['hint']}>{omissions}</p>}
    </section>
  );
}
