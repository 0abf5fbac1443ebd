import { createFileRoute } from '@tanstack/react-router';
import { toPlainSearch } from '../search-format.ts';
import { SiteFrame } from '../site/layout/site-frame.tsx';
import { preloadTimeline } from '../site/preload-timeline.ts';
import { TimelinePage } from '../site/timeline/timeline-page.tsx';

export const Route = createFileRoute('/sites/$siteId/timeline')({
  validateSearch: toPlainSearch,
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, params, deps, cause }) => {
    if (cause === 'enter') preloadTimeline(context.session.get(), params.siteId, deps.search);
  },
  component: function SiteTimeline() {
    const { siteId } = Route.useParams();
    return (
      <SiteFrame siteId={siteId} clientId={null}>
        <TimelinePage key={siteId} siteId={siteId} clientId={null} />
      </SiteFrame>
    );
  },
});
