import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import type { Client } from '../../../contract/portfolio.ts';
import { Button } from '../../ui/button.tsx';
import { FindableList, type ListQuery } from '../../ui/growing-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { Definition } from './cells.tsx';
import { ClientList } from './client-list.tsx';
import { ClientTable } from './client-table.tsx';
import styles from './list.module.css';
import { needsFigures, type Order } from './order.ts';
import { useClientRows } from './use-client-rows.ts';

/** Loaded on demand: wide windows have column headers instead. */
const OrderSelect = lazy(() =>
  import('./order-select.tsx').then(
    ({ OrderSelect }) => ({ default: OrderSelect }),
    () => ({ default: () => <></> }),
  ),
);

/** Loads the rest of a list while it is needed. @returns whether the list is complete, or loading it has failed */
function useWholeList(query: ListQuery, isNeeded: boolean): boolean {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isDue = isNeeded && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const pageCount = query.data.pages.length;
  useEffect(() => {
    if (isDue && pageCount > 0) fetchNextPage();
  }, [isDue, pageCount, fetchNextPage]);
  return !hasNextPage || isFetchNextPageError;
}

interface ClientsWithFiguresProps {
  clients: readonly Client[];
  query: ListQuery;
  /** Whether these are all of the key's clients. */
  isComplete: boolean;
}

/** The clients, each with the visibility of a site's tracked brand, the change in it, and the site's last scan. */
export function ClientsWithFigures({ clients, query, isComplete }: ClientsWithFiguresProps) {
  const navigate = useNavigate();
  // A sheet of paper is narrow, but its table fits.
  const isNarrow = useMedia('screen and (max-width: 56rem)');
  const { sort: order = null } = useSearch({ from: '/clients/' });
  const isWhole = useWholeList(query, order !== null);
  const sorted = useClientRows(clients, order, { isWhole, isComplete });
  const { summary } = sorted;
  const isWaiting = needsFigures(order) && sorted.order !== order && !sorted.hasCodeFailed;

  const chooseOrder = (next: Order | null) =>
    void navigate({
      to: '.',
      search: next === null ? {} : { sort: next },
      replace: true,
      resetScroll: false,
    });
  const isSortedByDrop = order === 'drop';
  return (
    <>
      {sorted.hasCodeFailed && (
        <Notice tone="warn">Figures could not be loaded. Reload the page.</Notice>
      )}
      <FindableList
        items={sorted.rows}
        query={query}
        noun={{ one: 'client', many: 'clients' }}
        onOpen={({ id }) =>
          void navigate({ to: '/clients/$clientId/sites', params: { clientId: id } })
        }
        textsOf={({ client }) => [client.name, client.websiteUrl, client.industry]}
        tools={
          <>
            {isNarrow && (
              <div className={styles['order']}>
                <Suspense>
                  <OrderSelect order={order} onOrder={chooseOrder} />
                </Suspense>
              </div>
            )}
            <Button
              aria-pressed={isSortedByDrop}
              onClick={() => chooseOrder(isSortedByDrop ? null : 'drop')}
            >
              Worst real drop first
            </Button>
          </>
        }
        caption={
          <div className={styles['about']}>
            <Definition of={isNarrow ? 'all' : 'drop'} />
            <p
              className={styles['summary']}
              title={summary ?? undefined}
              data-hidden={isWaiting || undefined}
            >
              {summary}
            </p>
            <p role="status">
              {isWaiting &&
                `Loading figures before sorting: ${sorted.settledCount} of ${clients.length} clients…`}
            </p>
          </div>
        }
      >
        {(shown) =>
          isNarrow ? (
            <ClientList rows={shown} onInViewChange={sorted.onInViewChange} />
          ) : (
            <ClientTable
              rows={shown}
              order={sorted.order}
              onOrder={chooseOrder}
              onInViewChange={sorted.onInViewChange}
            />
          )
        }
      </FindableList>
    </>
  );
}
