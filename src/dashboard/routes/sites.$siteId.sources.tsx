import { createFileRoute } from '@tanstack/react-router';
import { toPlainSearch } from '../search-format.ts';
import { SiteFrame } from '../site/layout/site-frame.tsx';
import { SourcesPage } from '../site/sources/sources-page.tsx';

export const Route = createFileRoute('/sites/$siteId/sources')({
  validateSearch: toPlainSearch,
  component: function SiteSources() {
    const { siteId } = Route.useParams();
    return (
      <SiteFrame siteId={siteId} clientId={null} view="sources">
        <SourcesPage key={siteId} siteId={siteId} clientId={null} />
      </SiteFrame>
    );
  },
});
