import { compareAnswers } from '../../src/service/store/answer-search.ts';
import {
  type CitedPageCount,
  maxListedPages,
  type PageCounts,
  titledCitations,
} from '../../src/service/store/page-rows.ts';
import { scanInstantOf } from '../../src/service/store/scan-day.ts';
import type { AnswerRecord, AnswerScope } from '../../src/service/store/store.ts';
import { createDomainReader } from './cited-domains.ts';
import type { Tables } from './tables.ts';
import { findCompletedScans, isAnswerInScope } from './timeline.ts';

const comparePages = (a: CitedPageCount, b: CitedPageCount): number =>
  b.answers - a.answers ||
  b.citations - a.citations ||
  Buffer.compare(Buffer.from(a.page), Buffer.from(b.page));

/** Implements `Store.pages` for a site that the tenant can see. */
export function countPages(
  tables: Tables,
  siteId: string,
  scope: AnswerScope,
  domain: readonly string[],
): PageCounts {
  const scans = new Map(findCompletedScans(tables, siteId, scope).map((scan) => [scan.id, scan]));
  const citedDomainsOf = createDomainReader(tables, siteId);
  const citationsOf = (answer: AnswerRecord) =>
    citedDomainsOf(answer).flatMap((citedDomain, index) =>
      domain.includes(citedDomain)
        ? [{ page: answer.pages?.[index] ?? '', ...answer.evidence?.citations[index] }]
        : [],
    );
  const answers = [...tables.answers.values()]
    .filter((answer) => isAnswerInScope(tables, siteId, answer, scope))
    .flatMap((answer) => {
      const scan = scans.get(answer.scanId);
      const citations = citationsOf(answer);
      if (!scan || citations.length === 0) return [];
      return [{ ...answer, at: scanInstantOf(scan), citations }];
    })
    .sort(compareAnswers);

  const knownCitations = answers.flatMap(({ citations }) =>
    citations.filter(({ page }) => page !== ''),
  );
  const pages = [...Map.groupBy(knownCitations, ({ page }) => page)].map(
    ([page, citations]): CitedPageCount => ({
      page,
      answers: answers.filter((answer) => answer.citations.some((cited) => cited.page === page))
        .length,
      citations: citations.length,
      url: citations[0]?.url ?? null,
      title: citations.slice(0, titledCitations).find(({ title }) => title)?.title ?? null,
    }),
  );
  return {
    answers: answers.length,
    answersWithoutPages: answers.filter(({ citations }) =>
      citations.every(({ page }) => page === ''),
    ).length,
    pages: pages.sort(comparePages).slice(0, maxListedPages),
    pageCount: pages.length,
  };
}
