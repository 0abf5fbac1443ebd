import { createFileRoute } from '@tanstack/react-router';
import { AnswersPage } from '../site/answers/answers-page.tsx';
import { preloadAnswers } from '../site/answers/preload-answers.ts';
import { readSiteSearch } from '../use-site.ts';

export const Route = createFileRoute('/sites/$siteId/answers')({
  // Without `loaderDeps`: a change of the address must not wait for the loader.
  loader: ({ context, params: { siteId }, location, cause }) => {
    if (cause === 'enter')
      preloadAnswers(context.session.get(), { siteId, request: readSiteSearch(location.search) });
  },
  component: AnswersPage,
});
