import { Link, Navigate, useLocation, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { plainSearch } from '../search-format.ts';
import { usePageSettings } from '../session/use-session.ts';
import { PageShell } from '../shell/page-shell.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePlacement } from './placement.ts';
import { readSearch } from './question/search.ts';
import { chartName, metricName } from './report/names.ts';
import type { SiteView } from './site-tabs.tsx';
import { Unlisted } from './unlisted.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set when a site was opened under a client that does not list it. */
    leftClient?: boolean;
  }
}

/** The frame of a site's page, with breadcrumb and title. */
export function SiteFrame({
  siteId,
  clientId,
  view = 'timeline',
  children,
}: {
  siteId: string;
  clientId: string | null;
  view?: SiteView;
  children: ReactNode;
}) {
  const placement = usePlacement(siteId, clientId);
  const leftClient = useLocation({ select: (location) => location.state.leftClient === true });
  const { capabilities } = usePageSettings();
  const search = plainSearch(useSearch({ strict: false }));
  if (placement.kind === 'elsewhere') {
    return (
      <Navigate
        to={`/sites/$siteId/${view}`}
        params={{ siteId }}
        search={search}
        state={{ leftClient: true }}
        replace
      />
    );
  }

  const { metric, groupBy } = readSearch(search, capabilities);
  const shown = {
    timeline: chartName(metric, groupBy),
    matrix: `${metricName(metric)} by platform and region`,
    answers: 'Answers',
    sources: 'Sources',
    report: `${metricName(metric)} report`,
  }[view];
  const placed = placement.kind === 'placed' ? placement : null;
  // Waits for the name rather than showing an ID first.
  const isWaiting = placement.kind === 'waiting' || (placed && placed.client === undefined);
  const name = placement.kind === 'waiting' ? 'Site' : placed?.site.name || siteId;
  const clients = { key: 'clients', node: <Link to="/clients">Clients</Link> };
  const ownerId = clientId ?? placed?.client?.id;
  const client = ownerId && {
    key: 'client',
    name: placed?.client?.name ?? undefined,
    node: (
      <Link to="/clients/$clientId/sites" params={{ clientId: ownerId }}>
        <bdi>{placed?.client?.name || 'Client'}</bdi>
      </Link>
    ),
  };
  // Client and site appear together: the later one would push the other aside.
  const crumbs = isWaiting
    ? [clients, { key: 'waiting', node: null }]
    : [
        clients,
        ...(client ? [client] : []),
        {
          key: 'site',
          name: placed?.site.name || undefined,
          node: <bdi>{placed?.site.name || 'Site'}</bdi>,
        },
      ];
  return (
    <PageShell title={`${name} · ${shown}`} crumbs={crumbs} width="full">
      {leftClient && (
        <Notice tone="warn">
          This site is not among the sites of the client in this link
          {!placed?.client && ', so it is shown without a client'}.
        </Notice>
      )}
      {placement.kind === 'unknown' && <Unlisted error={placement.error} what="site" />}
      {children}
    </PageShell>
  );
}
