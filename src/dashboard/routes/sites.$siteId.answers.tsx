import { createFileRoute } from '@tanstack/react-router';
import { toPlainSearch } from '../search-format.ts';
import { AnswersPage } from '../site/answers/answers-page.tsx';
import { SiteFrame } from '../site/layout/site-frame.tsx';

export const Route = createFileRoute('/sites/$siteId/answers')({
  validateSearch: toPlainSearch,
  component: function SiteAnswers() {
    const { siteId } = Route.useParams();
    return (
      <SiteFrame siteId={siteId} clientId={null} view="answers">
        <AnswersPage key={siteId} siteId={siteId} clientId={null} />
      </SiteFrame>
    );
  },
});
