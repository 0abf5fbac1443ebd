import { createFileRoute } from '@tanstack/react-router';
import { MatrixPage } from '../site/matrix/matrix-page.tsx';
import { preloadSite } from '../site/preload-site.ts';

export const Route = createFileRoute('/sites/$siteId/matrix')({
  loaderDeps: ({ search: { client, address } }) => ({ client, address }),
  loader: ({ context, params: { siteId }, deps, cause }) => {
    if (cause === 'enter')
      preloadSite(context.session.get(), {
        siteId,
        request: { ...deps, address: { ...deps.address, groupBy: 'platform' } },
      });
  },
  component: MatrixPage,
});
