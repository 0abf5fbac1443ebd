import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useId, useMemo } from 'react';
import type { Client } from '../../../contract/resources.ts';
import { pageLocale } from '../../time/locale.ts';
import { Button } from '../../ui/button.tsx';
import { FindableList, type ListQuery } from '../../ui/growing-list.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { ClientList } from './client-list.tsx';
import { ClientTable } from './client-table.tsx';
import { needsFigures, type Order, orders, readOrder, sortRows } from './order.ts';
import { useWall } from './use-wall.ts';
import styles from './wall.module.css';

/** Loaded on demand: the names of the clients do not wait for what reads and judges figures. */
const LoadFigures = lazy(async () => ({
  default: (await import('./load-figures.tsx')).LoadFigures,
}));

/** Loads the list to its end while the order needs every client. */
function useWholeList(query: ListQuery, isNeeded: boolean): boolean {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isDue = isNeeded && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const loaded = query.data.pages.length;
  useEffect(() => {
    if (isDue && loaded > 0) fetchNextPage();
  }, [isDue, loaded, fetchNextPage]);
  return !hasNextPage || isFetchNextPageError;
}

interface OrderSelectProps {
  order: Order | null;
  onOrder: (order: Order | null) => void;
}

/** Chooses the order where there are no column headers. */
function OrderSelect({ order, onOrder }: OrderSelectProps) {
  const id = useId();
  return (
    <div className={styles['order']}>
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        value={order ?? ''}
        onChange={({ currentTarget }) => onOrder(readOrder(currentTarget.value))}
      >
        <option value="">Newest client</option>
        {Object.entries(orders).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ClientWallProps {
  clients: readonly Client[];
  query: ListQuery;
}

/** Every client with the visibility of its tracked brand, how it moved, and its last scan. */
export function ClientWall({ clients, query }: ClientWallProps) {
  const navigate = useNavigate();
  const isNarrow = useMedia('(max-width: 56rem)');
  const { sort } = useSearch({ strict: false });
  const order = readOrder(sort);
  const needsAll = needsFigures(order);
  const isWhole = useWholeList(query, needsAll);
  const { rows, settled, inView, onInView, onRows } = useWall(clients);
  const isWaiting = needsAll && (!isWhole || settled < clients.length);
  const inForce = isWaiting ? null : order;
  const sorted = useMemo(() => sortRows(rows, inForce, pageLocale()), [rows, inForce]);

  const choose = (next: Order | null) =>
    void navigate({
      to: '.',
      search: next === null ? {} : { sort: next },
      replace: true,
      resetScroll: false,
    });
  const isByDrop = order === 'drop';
  return (
    <>
      <Suspense>
        <LoadFigures clients={clients} inView={inView} needsAll={needsAll} onRows={onRows} />
      </Suspense>
      <FindableList
        items={sorted}
        query={query}
        noun={{ one: 'client', many: 'clients' }}
        onOpen={({ id }) =>
          void navigate({ to: '/clients/$clientId/sites', params: { clientId: id } })
        }
        textsOf={({ client }) => [client.name, client.websiteUrl, client.industry]}
        tools={
          <>
            {isNarrow && <OrderSelect order={order} onOrder={choose} />}
            <Button aria-pressed={isByDrop} onClick={() => choose(isByDrop ? null : 'drop')}>
              Worst drop first
            </Button>
          </>
        }
        about={
          <div className={styles['about']}>
            <p data-hidden={isWaiting || undefined}>
              Visibility is the tracked brand’s average over the last 30 days, compared with the 30
              days before. Of several sites, it is that of the most recently scanned of the five
              newest.
            </p>
            <p role="status">
              {isWaiting &&
                `Loading figures before sorting: ${settled} of ${clients.length} clients…`}
            </p>
          </div>
        }
      >
        {(shown) =>
          isNarrow ? (
            <ClientList rows={shown} onInView={onInView} />
          ) : (
            <ClientTable rows={shown} order={inForce} onOrder={choose} onInView={onInView} />
          )
        }
      </FindableList>
    </>
  );
}
