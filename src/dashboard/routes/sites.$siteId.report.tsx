import { createFileRoute } from '@tanstack/react-router';
import { toPlainSearch } from '../search-format.ts';
import { SiteFrame } from '../site/layout/site-frame.tsx';
import { ReportPage } from '../site/report/report-page.tsx';

export const Route = createFileRoute('/sites/$siteId/report')({
  validateSearch: toPlainSearch,
  component: function SiteReport() {
    const { siteId } = Route.useParams();
    return (
      <SiteFrame siteId={siteId} clientId={null} view="report">
        <ReportPage key={siteId} siteId={siteId} clientId={null} />
      </SiteFrame>
    );
  },
});
