import { createFileRoute } from '@tanstack/react-router';
import { toPlainSearch } from '../search-format.ts';
import { ReportPage } from '../site/document/report-page.tsx';
import { SiteFrame } from '../site/site-frame.tsx';

export const Route = createFileRoute('/clients/$clientId/sites/$siteId/report')({
  validateSearch: toPlainSearch,
  component: function ClientReport() {
    const { clientId, siteId } = Route.useParams();
    return (
      <SiteFrame siteId={siteId} clientId={clientId} view="report">
        <ReportPage key={siteId} siteId={siteId} clientId={clientId} />
      </SiteFrame>
    );
  },
});
