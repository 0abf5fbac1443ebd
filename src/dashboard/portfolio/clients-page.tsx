import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { itemsOf } from '../api/find-in-list.ts';
import { continuationOf } from '../api/paging.ts';
import { clientsQuery } from '../api/portfolio-queries.ts';
import { Failure } from '../ui/failure.tsx';
import { GrowingList, GrowingListSkeleton } from '../ui/growing-list.tsx';
import row from '../ui/list-row.module.css';
import { plainAddress } from '../ui/web-link.tsx';

/** Loaded on demand: few keys list no clients. */
const NoClients = lazy(async () => ({ default: (await import('./no-clients.tsx')).NoClients }));

/** Lists the clients that the key can access; with only one, goes straight to its sites. */
export function ClientsPage() {
  const query = useInfiniteQuery(clientsQuery());
  const clients = itemsOf(query.data);
  const [only] = clients;
  const navigate = useNavigate();
  const open = ({ id }: { id: string }) =>
    void navigate({ to: '/clients/$clientId/sites', params: { clientId: id } });

  if (!query.data) {
    return (
      <>
        <h1>Clients</h1>
        {query.error ? (
          <Failure
            what="The clients could not be loaded"
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
  if (only && clients.length === 1 && isComplete) {
    return <Navigate to="/clients/$clientId/sites" params={{ clientId: only.id }} replace />;
  }
  return (
    <>
      <h1>Clients</h1>
      {only || !isComplete ? (
        <GrowingList
          items={clients}
          query={query}
          noun={{ one: 'client', many: 'clients' }}
          onOpen={open}
          textsOf={(client) => [client.name, client.websiteUrl, client.industry]}
        >
          {(client) => (
            <div className={row['row']}>
              <div className={row['words']}>
                <Link
                  to="/clients/$clientId/sites"
                  params={{ clientId: client.id }}
                  className={row['name']}
                >
                  <bdi>{client.name || client.id}</bdi>
                </Link>
                <p className={row['under']}>{plainAddress(client.websiteUrl)}</p>
              </div>
              <bdi className={row['side']}>{client.industry}</bdi>
            </div>
          )}
        </GrowingList>
      ) : (
        <Suspense>
          <NoClients />
        </Suspense>
      )}
    </>
  );
}
