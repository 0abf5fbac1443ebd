import { createFileRoute } from '@tanstack/react-router';
import { siteQuery } from '../api/portfolio-queries.ts';
import { toPlainSearch } from '../search-format.ts';
import { SiteFrame } from '../site/layout/site-frame.tsx';
import { MatrixPage } from '../site/matrix/matrix-page.tsx';
import { preloadTimeline } from '../site/preload-timeline.ts';

export const Route = createFileRoute('/clients/$clientId/sites/$siteId/matrix')({
  validateSearch: toPlainSearch,
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, params, deps, cause }) => {
    if (cause !== 'enter') return;
    const session = context.session.get();
    preloadTimeline(session, params.siteId, { ...deps.search, groupBy: 'platform' });
    session.client.query(siteQuery(params.clientId, params.siteId)).catch(() => {});
  },
  component: function ClientMatrix() {
    const { clientId, siteId } = Route.useParams();
    return (
      <SiteFrame siteId={siteId} clientId={clientId} view="matrix">
        <MatrixPage key={siteId} siteId={siteId} clientId={clientId} />
      </SiteFrame>
    );
  },
});
