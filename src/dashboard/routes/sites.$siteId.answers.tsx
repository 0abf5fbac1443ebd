import { createFileRoute } from '@tanstack/react-router';
import { AnswersPage } from '../site/answers/answers-page.tsx';
import { answersPage } from '../site/answers/answers-search.ts';
import { preloadAnswers } from '../site/answers/preload-answers.ts';
import { readSiteSearch, type SiteParameters } from '../site/search/search.ts';

export const Route = createFileRoute('/sites/$siteId/answers')({
  validateSearch: (parameters: SiteParameters) => ({ page: answersPage.read(parameters) }),
  // Without `loaderDeps`: a change of the address must not wait for the loader.
  loader: ({ context, params: { siteId }, location, cause }) => {
    if (cause === 'enter')
      preloadAnswers(context.session.get(), {
        siteId,
        request: { ...readSiteSearch(location.search), ...answersPage.read(location.search) },
      });
  },
  component: AnswersPage,
});
