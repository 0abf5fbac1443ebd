import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { siteViews } from '../site-views.ts';

/** Addresses of earlier versions, in which a site's pages were below those of its client. */
export const Route = createFileRoute('/clients/$clientId/sites/$siteId/$')({
  beforeLoad: ({ params: { clientId, siteId, _splat = '' }, search }) => {
    const page = _splat.replace(/\/$/, '');
    const view = page === '' ? 'timeline' : siteViews.find((known) => known.view === page)?.view;
    if (view === undefined) throw notFound();
    throw redirect({
      to: `/sites/$siteId/${view}`,
      params: { siteId },
      search: { ...search, client: clientId },
      hash: true,
      replace: true,
    });
  },
});
