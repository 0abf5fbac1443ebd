import { createFileRoute } from '@tanstack/react-router';
import { siteQuery } from '../api/portfolio-queries.ts';
import { toPlainSearch } from '../search-format.ts';
import { SiteFrame } from '../site/layout/site-frame.tsx';
import { preloadTimeline } from '../site/preload-timeline.ts';
import { TimelinePage } from '../site/timeline/timeline-page.tsx';

export const Route = createFileRoute('/clients/$clientId/sites/$siteId/timeline')({
  validateSearch: toPlainSearch,
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, params, deps, cause }) => {
    if (cause !== 'enter') return;
    const session = context.session.get();
    preloadTimeline(session, params.siteId, deps.search);
    session.client.query(siteQuery(params.clientId, params.siteId)).catch(() => {});
  },
  component: function ClientTimeline() {
    const { clientId, siteId } = Route.useParams();
    return (
      <SiteFrame siteId={siteId} clientId={clientId}>
        <TimelinePage key={siteId} siteId={siteId} clientId={clientId} />
      </SiteFrame>
    );
  },
});
