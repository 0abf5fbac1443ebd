import { createFileRoute, Outlet, retainSearchParams, useLocation } from '@tanstack/react-router';
import { SiteFrame } from '../site/layout/site-frame.tsx';
import { readSiteSearch } from '../site/layout/use-site.ts';
import { siteViewOf } from '../site-views.ts';

/** The frame of a site's pages. */
export const Route = createFileRoute('/sites/$siteId')({
  validateSearch: readSiteSearch,
  search: { middlewares: [retainSearchParams(['client'])] },
  component: function Site() {
    const view = useLocation({ select: ({ pathname }) => siteViewOf(pathname) });
    return (
      <SiteFrame view={view ?? 'timeline'}>
        <Outlet />
      </SiteFrame>
    );
  },
});
