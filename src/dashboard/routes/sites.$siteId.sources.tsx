import { createFileRoute } from '@tanstack/react-router';
import { useSite } from '../site/layout/use-site.ts';
import { SourcesPage } from '../site/sources/sources-page.tsx';

export const Route = createFileRoute('/sites/$siteId/sources')({
  component: function SiteSources() {
    const site = useSite();
    return <SourcesPage key={site.siteId} {...site} />;
  },
});
