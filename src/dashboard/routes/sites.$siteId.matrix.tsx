import { createFileRoute } from '@tanstack/react-router';
import { MatrixPage } from '../site/matrix/matrix-page.tsx';
import { preloadSite } from '../site/preload-site.ts';

export const Route = createFileRoute('/sites/$siteId/matrix')({
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, params: { siteId }, deps: { search }, cause }) => {
    if (cause === 'enter')
      preloadSite(context.session.get(), { siteId, request: { ...search, groupBy: 'platform' } });
  },
  component: MatrixPage,
});
