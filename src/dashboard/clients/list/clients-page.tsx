import { useInfiniteQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { itemsOf } from '../../api/find-in-list.ts';
import { continuationOf } from '../../api/paging.ts';
import { clientsQuery } from '../../api/portfolio-queries.ts';
import { Failure } from '../../ui/failure.tsx';
import { GrowingListSkeleton } from '../../ui/growing-list.tsx';
import { DeletedNotice } from '../deleted-notice.tsx';
import { ClientsWithFigures } from './clients-with-figures.tsx';

/** Loaded on demand, since almost every key has clients. */
const EmptyPortfolio = lazy(async () => ({
  default: (await import('./empty-portfolio.tsx')).EmptyPortfolio,
}));

/** Lists the clients that the key can access. If there is only one, opens its sites instead. */
export function ClientsPage() {
  const query = useInfiniteQuery(clientsQuery());
  const { data } = query;
  const clients = useMemo(() => itemsOf(data), [data]);
  const [firstClient] = clients;

  if (!query.data) {
    return (
      <>
        <h1>Clients</h1>
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
      <h1>Clients</h1>
      <DeletedNotice />
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
