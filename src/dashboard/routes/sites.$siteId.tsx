import { createFileRoute, Outlet, retainSearchParams, useMatches } from '@tanstack/react-router';
import { Fragment } from 'react';
import { SiteFrame } from '../site/layout/site-frame.tsx';
import { AddressContext, useReadAddress } from '../site/search/address.ts';
import { siteViewOf } from '../site-views.ts';
import { readSiteSearch, SiteContext, useSite, useSiteInAddress } from '../use-site.ts';

/** The frame of a site's pages. */
export const Route = createFileRoute('/sites/$siteId')({
  validateSearch: readSiteSearch,
  search: { middlewares: [retainSearchParams(['client'])] },
  component: () => (
    <SiteContext value={useSiteInAddress()}>
      <Site />
    </SiteContext>
  ),
});

function Site() {
  // Unlike the location, the matches change together with what the outlet renders.
  const view = useMatches({ select: (matches) => siteViewOf(matches.at(-1)?.pathname ?? '') });
  return (
    <AddressContext value={useReadAddress()}>
      <SiteFrame view={view ?? 'timeline'}>
        {/* Nothing that is open or typed is carried over to another site. */}
        <Fragment key={useSite().siteId}>
          <Outlet />
        </Fragment>
      </SiteFrame>
    </AddressContext>
  );
}
