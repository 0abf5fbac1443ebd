import { createFileRoute } from '@tanstack/react-router';
import { ScansPage } from '../site/scans/scans-page.tsx';

export const Route = createFileRoute('/sites/$siteId/scans')({
  component: ScansPage,
});
