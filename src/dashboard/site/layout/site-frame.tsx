import { Link, Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { chartName, metricName } from '../../../figures/series/names.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { useCanRunScans } from '../../app/session/use-session.ts';
import { PageShell } from '../../app/shell/page-shell.tsx';
import type { SiteView } from '../../site-views.ts';
import { lazyExtra } from '../../ui/lazy-extra.ts';
import { Notice } from '../../ui/notice.tsx';
import { useSite } from '../../use-site.ts';
import { MissingNameNotice } from '../missing-name-notice.tsx';
import { usePlacement } from '../placement.ts';
import { useAddress } from '../search/address.ts';
import { withoutPanels, writeSearch } from '../search/search.ts';

/** Loaded on demand, since few keys may see it. */
const SiteProgress = lazyExtra(
  async () => (await import('../../scans/site-progress.tsx')).SiteProgress,
);

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set when a site was opened from a client that does not list it. */
    hasWrongClient?: boolean;
  }
}

/** The frame of a site's page, with breadcrumbs and a title. */
export function SiteFrame({ view, children }: { view: SiteView; children: ReactNode }) {
  const { siteId, clientId } = useSite();
  const placement = usePlacement();
  const canRunScans = useCanRunScans();
  const hasWrongClient = useLocation({
    select: (location) => location.state.hasWrongClient === true,
  });
  const { parameters, search } = useAddress();
  if (placement.kind === 'notListed') {
    return (
      <Navigate
        to={`/sites/$siteId/${view}`}
        params={{ siteId }}
        search={{ ...parameters, client: undefined }}
        state={{ hasWrongClient: true }}
        replace
      />
    );
  }

  const { metric, groupBy } = search;
  const viewTitle = {
    timeline: chartName(metric, groupBy),
    matrix: `${metricName(metric)} by platform and region`,
    answers: 'Answers',
    sources: 'Sources',
    report: `${metricName(metric)} report`,
    scans: 'Scans',
    setup: 'Set-up',
  }[view];
  const knownPlacement = placement.kind === 'placed' ? placement : null;
  // Waits for the name rather than showing an ID first.
  const isWaiting =
    placement.kind === 'waiting' || (knownPlacement && knownPlacement.client === undefined);
  const name = placement.kind === 'waiting' ? 'Site' : knownPlacement?.site.name || siteId;
  const clients = { key: 'clients', node: <Link to="/clients">Clients</Link> };
  const ownerId = clientId ?? knownPlacement?.client?.id;
  const client = ownerId && {
    key: 'client',
    name: knownPlacement?.client?.name ?? undefined,
    node: (
      <Link to="/clients/$clientId/sites" params={{ clientId: ownerId }}>
        <bdi>{knownPlacement?.client?.name || 'Client'}</bdi>
      </Link>
    ),
  };
  // Client and site appear together, so that neither moves when the other loads.
  const crumbs = isWaiting
    ? [clients, { key: 'waiting', node: null }]
    : [
        clients,
        ...(client ? [client] : []),
        {
          key: 'site',
          name: knownPlacement?.site.name || undefined,
          node: <bdi>{knownPlacement?.site.name || 'Site'}</bdi>,
        },
      ];
  return (
    <PageShell title={`${isolate(name)} · ${viewTitle}`} crumbs={crumbs} width="full">
      {/* The page of scans shows it itself. */}
      {canRunScans && view !== 'scans' && (
        <Suspense>
          <SiteProgress search={writeSearch(withoutPanels(search))} />
        </Suspense>
      )}
      {knownPlacement?.isInactive && (
        <Notice tone="warn">This site is archived. Lists of sites leave it out.</Notice>
      )}
      {/* An archived site may well belong to the client, whose list leaves it out. */}
      {hasWrongClient && !knownPlacement?.isInactive && (
        <Notice tone="warn">
          This site does not belong to the client in this link
          {!knownPlacement?.client && ', so it is shown without a client'}.
        </Notice>
      )}
      {placement.kind === 'unknown' && <MissingNameNotice error={placement.error} noun="site" />}
      {children}
    </PageShell>
  );
}
