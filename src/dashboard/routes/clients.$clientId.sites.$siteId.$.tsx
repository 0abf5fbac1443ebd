import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { toPlainSearch } from '../search-format.ts';
import { siteViewOf } from '../site-views.ts';

/** Addresses of earlier versions, in which a site's pages were below those of its client. */
export const Route = createFileRoute('/clients/$clientId/sites/$siteId/$')({
  validateSearch: toPlainSearch,
  beforeLoad: ({ params: { clientId, siteId, _splat = '' }, search }) => {
    const page = _splat.replace(/\/$/, '');
    const view = page === '' ? 'timeline' : siteViewOf(page);
    if (view === null) throw notFound();
    throw redirect({
      to: `/sites/$siteId/${view}`,
      params: { siteId },
      search: { ...search, client: clientId },
      replace: true,
    });
  },
});
