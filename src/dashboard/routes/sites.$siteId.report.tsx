import { createFileRoute } from '@tanstack/react-router';
import { preloadSite } from '../site/preload-site.ts';
import { documentParameters } from '../site/report/document-view.ts';
import { ReportPage } from '../site/report/report-page.tsx';
import { readSiteSearch, type SiteParameters } from '../site/search/search.ts';

export const Route = createFileRoute('/sites/$siteId/report')({
  validateSearch: (parameters: SiteParameters) => ({ page: documentParameters.read(parameters) }),
  // Without `loaderDeps`: a change of the address must not wait for the loader.
  loader: ({ context, params: { siteId }, location, cause }) => {
    if (cause === 'enter')
      preloadSite(context.session.get(), { siteId, request: readSiteSearch(location.search) });
  },
  component: ReportPage,
});
