import { createFileRoute } from '@tanstack/react-router';
import { toPlainSearch } from '../search-format.ts';
import { AnswersPage } from '../site/answers/answers-page.tsx';
import { SiteFrame } from '../site/layout/site-frame.tsx';

export const Route = createFileRoute('/clients/$clientId/sites/$siteId/answers')({
  validateSearch: toPlainSearch,
  component: function ClientAnswers() {
    const { clientId, siteId } = Route.useParams();
    return (
      <SiteFrame siteId={siteId} clientId={clientId} view="answers">
        <AnswersPage key={siteId} siteId={siteId} clientId={clientId} />
      </SiteFrame>
    );
  },
});
