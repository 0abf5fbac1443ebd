import { createFileRoute } from '@tanstack/react-router';
import { preloadSources } from '../site/sources/preload-sources.ts';
import { SourcesPage } from '../site/sources/sources-page.tsx';
import { readSiteSearch } from '../use-site.ts';

export const Route = createFileRoute('/sites/$siteId/sources')({
  // Without `loaderDeps`: a change of the address must not wait for the loader.
  loader: ({ context, params: { siteId }, location, cause }) => {
    if (cause === 'enter')
      preloadSources(context.session.get(), { siteId, request: readSiteSearch(location.search) });
  },
  component: SourcesPage,
});
