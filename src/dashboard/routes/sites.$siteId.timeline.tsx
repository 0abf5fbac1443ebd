import { createFileRoute } from '@tanstack/react-router';
import { preloadSite } from '../site/preload-site.ts';
import { TimelinePage } from '../site/timeline/timeline-page.tsx';

export const Route = createFileRoute('/sites/$siteId/timeline')({
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, params: { siteId }, deps: { search }, cause }) => {
    if (cause === 'enter') preloadSite(context.session.get(), { siteId, request: search });
  },
  component: TimelinePage,
});
