import { createFileRoute } from '@tanstack/react-router';
import { preloadSite } from '../site/preload-site.ts';
import { ReportPage } from '../site/report/report-page.tsx';
import { readSiteSearch } from '../use-site.ts';

export const Route = createFileRoute('/sites/$siteId/report')({
  // Without `loaderDeps`: a change of the address must not wait for the loader.
  loader: ({ context, params: { siteId }, location, cause }) => {
    if (cause === 'enter')
      preloadSite(context.session.get(), { siteId, request: readSiteSearch(location.search) });
  },
  component: ReportPage,
});
