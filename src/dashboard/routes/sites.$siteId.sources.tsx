import { createFileRoute } from '@tanstack/react-router';
import { SourcesPage } from '../site/sources/sources-page.tsx';

export const Route = createFileRoute('/sites/$siteId/sources')({
  component: SourcesPage,
});
