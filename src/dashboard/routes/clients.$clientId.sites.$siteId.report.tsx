import { createFileRoute } from '@tanstack/react-router';
import { toPlainSearch } from '../search-format.ts';
import { SiteFrame } from '../site/layout/site-frame.tsx';
import { ReportPage } from '../site/report/report-page.tsx';

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
