import { queryOptions } from '@tanstack/react-query';
import { Answer, ListedAnswerPage } from '../../../contract/sightline/answers.ts';
import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import { get, type RequestContext } from '../get.ts';
import { createLimiter } from '../limiter.ts';
import { type TimelineQuestion, timelineCall } from '../timeline-call.ts';

/** Lists of answers omit the citations, so each answer needs a request of its own, and only a few are read. */
const maxAnswersRead = 10;
const limiter = createLimiter(4);

/** A page cited in answers. */
interface CitedPage {
  url: string;
  title: string | null;
  /** How many of the answers that were read cite it. */
  answers: number;
}

export interface CitedPages {
  /** The most cited first. */
  pages: readonly CitedPage[];
  /** How many answers were read, the newest of those that cite the domain. */
  readCount: number;
  /** Whether more answers cite the domain. */
  hasMore: boolean;
}

/** Counts the answers that cite each page of a domain. */
function countPages(answers: readonly Answer[], domain: string): CitedPage[] {
  const pages = new Map<string, CitedPage>();
  for (const { citations } of answers) {
    const titlesByUrl = new Map(
      citations.flatMap(({ url, title, domain: citedDomain }) =>
        url !== null && citedDomain?.toLowerCase() === domain.toLowerCase() ? [[url, title]] : [],
      ),
    );
    for (const [url, title] of titlesByUrl) {
      const known = pages.get(url);
      pages.set(url, {
        url,
        title: known?.title ?? title,
        answers: (known?.answers ?? 0) + 1,
      });
    }
  }
  return [...pages.values()].toSorted((a, b) => b.answers - a.answers);
}

async function getCitedPages(
  context: RequestContext,
  siteId: string,
  search: URLSearchParams,
  domain: string,
): Promise<CitedPages> {
  const path = sightlinePathTo('answers', { siteId });
  const { data, nextCursor } = await get(context, ListedAnswerPage, path, search);
  const listed = data.slice(0, maxAnswersRead);
  const answers = await Promise.all(
    listed.map(({ id }) =>
      limiter(context.signal, () =>
        get(context, Answer, sightlinePathTo('answer', { siteId, answerId: id })),
      ),
    ),
  );
  return {
    pages: countPages(answers, domain),
    readCount: listed.length,
    hasMore: nextCursor !== null || data.length > listed.length,
  };
}

/** The cited pages of a domain, counted in the newest answers that cite the domain. Needs the capability `answers`. */
export function citedPagesQuery(siteId: string, question: TimelineQuestion, domain: string) {
  const filters = { ...question, metric: null, groupBy: null, brandId: null };
  const { search } = timelineCall(siteId, filters);
  search.append('domain', domain);
  search.set('limit', String(maxAnswersRead));
  return queryOptions({
    queryKey: ['cited pages', siteId, search.toString()],
    queryFn: (context: RequestContext) => getCitedPages(context, siteId, search, domain),
  });
}
