import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { itemsOf } from '../../api/find-in-list.ts';
import { continuationOf } from '../../api/paging.ts';
import { clientsQuery } from '../../api/portfolio-queries.ts';
import { useCanCreateClients, useCanRunScans } from '../../app/session/use-session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { GrowingListSkeleton } from '../../ui/growing-list.tsx';
import { lazyExtra } from '../../ui/lazy-extra.ts';
import { DeletedNotice } from '../deleted-notice.tsx';
import { HeadingRow } from '../heading-row.tsx';
import { ClientsWithFigures } from './clients-with-figures.tsx';

/** Loaded on demand, since almost every key has clients. */
const EmptyPortfolio = lazy(async () => ({
  default: (await import('./empty-portfolio.tsx')).EmptyPortfolio,
}));

/** Loaded on demand, since few keys may see it. */
const ScanNotices = lazyExtra(
  async () => (await import('../../scans/scan-notices.tsx')).ScanNotices,
);

/** Lists the clients that the key can access. If there is only one, opens its sites instead. */
export function ClientsPage() {
  const query = useInfiniteQuery(clientsQuery());
  const { data } = query;
  const clients = useMemo(() => itemsOf(data), [data]);
  const [firstClient] = clients;
  const canCreateClients = useCanCreateClients();
  const canRunScans = useCanRunScans();

  if (!query.data) {
    return (
      <>
        <HeadingRow heading={<h1>Clients</h1>} links={null} />
        {query.error ? (
          <Failure
            title="The clients could not be loaded"
            error={query.error}
            onRetry={() => query.refetch()}
          />
        ) : (
          <GrowingListSkeleton label="Loading clients" lastError={query.failureReason} />
        )}
      </>
    );
  }
  const isComplete = continuationOf(query.data) === 'complete';
  if (firstClient && clients.length === 1 && isComplete) {
    return (
      <Navigate to="/clients/$clientId/sites" params={{ clientId: firstClient.id }} state replace />
    );
  }
  return (
    <>
      <HeadingRow
        heading={<h1>Clients</h1>}
        links={
          canCreateClients &&
          firstClient && (
            <Link to="/clients/new" className={buttonClass('plain')}>
              New client
            </Link>
          )
        }
      />
      <DeletedNotice />
      {canRunScans && (
        <Suspense>
          <ScanNotices clientId={null} />
        </Suspense>
      )}
      {firstClient || !isComplete ? (
        <ClientsWithFigures clients={clients} query={query} isComplete={isComplete} />
      ) : (
        <Suspense>
          <EmptyPortfolio />
        </Suspense>
      )}
    </>
  );
}
