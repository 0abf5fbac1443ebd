import { createFileRoute } from '@tanstack/react-router';
import { useSite } from '../site/layout/use-site.ts';
import { ReportPage } from '../site/report/report-page.tsx';

export const Route = createFileRoute('/sites/$siteId/report')({
  component: function SiteReport() {
    const site = useSite();
    return <ReportPage key={site.siteId} {...site} />;
  },
});
