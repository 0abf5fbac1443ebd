import { createFileRoute } from '@tanstack/react-router';
import { AnswersPage } from '../site/answers/answers-page.tsx';
import { useSite } from '../site/layout/use-site.ts';

export const Route = createFileRoute('/sites/$siteId/answers')({
  component: function SiteAnswers() {
    const site = useSite();
    return <AnswersPage key={site.siteId} {...site} />;
  },
});
