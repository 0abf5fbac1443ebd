import { createFileRoute, Outlet, retainSearchParams, useLocation } from '@tanstack/react-router';
import { Fragment } from 'react';
import { SiteFrame } from '../site/layout/site-frame.tsx';
import { AddressContext, useReadAddress } from '../site/search/address.ts';
import { siteViewOf } from '../site-views.ts';
import { readSiteSearch, SiteContext, useSiteInAddress } from '../use-site.ts';

/** The frame of a site's pages. */
export const Route = createFileRoute('/sites/$siteId')({
  validateSearch: readSiteSearch,
  search: { middlewares: [retainSearchParams(['client'])] },
  component: function Site() {
    const view = useLocation({ select: ({ pathname }) => siteViewOf(pathname) });
    const site = useSiteInAddress();
    const address = useReadAddress();
    return (
      <SiteContext value={site}>
        <AddressContext value={address}>
          <SiteFrame view={view ?? 'timeline'}>
            {/* Nothing that is open or typed is carried over to another site. */}
            <Fragment key={site.siteId}>
              <Outlet />
            </Fragment>
          </SiteFrame>
        </AddressContext>
      </SiteContext>
    );
  },
});
