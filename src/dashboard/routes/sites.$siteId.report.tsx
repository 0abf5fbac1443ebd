import { createFileRoute } from '@tanstack/react-router';
import { ReportPage } from '../site/report/report-page.tsx';

export const Route = createFileRoute('/sites/$siteId/report')({
  component: ReportPage,
});
