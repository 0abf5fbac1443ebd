import { createFileRoute } from '@tanstack/react-router';
import { toPlainSearch } from '../search-format.ts';
import { MatrixPage } from '../site/matrix/matrix-page.tsx';
import { preloadTimeline } from '../site/preload-timeline.ts';
import { SiteFrame } from '../site/site-frame.tsx';

export const Route = createFileRoute('/sites/$siteId/matrix')({
  validateSearch: toPlainSearch,
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, params, deps, cause }) => {
    if (cause !== 'enter') return;
    const session = context.session.get();
    preloadTimeline(session, params.siteId, { ...deps.search, groupBy: 'platform' });
  },
  component: function SiteMatrix() {
    const { siteId } = Route.useParams();
    return (
      <SiteFrame siteId={siteId} clientId={null} view="matrix">
        <MatrixPage key={siteId} siteId={siteId} clientId={null} />
      </SiteFrame>
    );
  },
});
