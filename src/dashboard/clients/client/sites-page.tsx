import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Client } from '../../../contract/portfolio.ts';
import { isNotFound } from '../../api/errors.ts';
import { itemsOf } from '../../api/find-in-list.ts';
import { continuationOf } from '../../api/paging.ts';
import { clientQuery, clientsQuery, sitesQuery } from '../../api/portfolio-queries.ts';
import { useCanCreateClients, useCanRunScans, useCanSetUp } from '../../app/session/use-session.ts';
import { MissingNameNotice } from '../../site/missing-name-notice.tsx';
import { isFirstTry } from '../../site/placement.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { GrowingList, GrowingListSkeleton } from '../../ui/growing-list.tsx';
import { lazyExtra } from '../../ui/lazy-extra.ts';
import row from '../../ui/list-row.module.css';
import { HeadingBlock } from '../../ui/skeleton.tsx';
import { toPlainAddress, WebLink } from '../../ui/web-link.tsx';
import { clientNameOf } from '../client-name.ts';
import { DeletedNotice } from '../deleted-notice.tsx';
import { HeadingRow } from '../heading-row.tsx';
import { SiteTrend } from './site-trend.tsx';
import styles from './sites-page.module.css';

/** Loaded on demand, since few keys may see it. */
const ScanNotices = lazyExtra(
  async () => (await import('../../scans/scan-notices.tsx')).ScanNotices,
);

/** Reserves space for the heading until the client has loaded. */
function ClientHeadingSkeleton() {
  return (
    <div>
      <HeadingBlock label="Client" />
      <p className={styles['about']}>&nbsp;</p>
      <p className={styles['description']}>&nbsp;</p>
    </div>
  );
}

/** `client` comes from the client list; null if it is not in the list or the list could not be read. */
function ClientHeading({ client, name }: { client: Client | null; name: string }) {
  return (
    <div>
      <h1>
        <bdi>{client ? client.name || client.id : name}</bdi>
      </h1>
      <p className={styles['about']}>
        {client?.websiteUrl && <WebLink address={client.websiteUrl} />}
        {client?.industry && <bdi>{client.industry}</bdi>}
      </p>
      {client?.description && <p className={styles['description']}>{client.description}</p>}
    </div>
  );
}

function SiteList({ clientId }: { clientId: string }) {
  const navigate = useNavigate();
  const query = useInfiniteQuery(sitesQuery(clientId));
  const sites = itemsOf(query.data);
  if (!query.data) {
    return query.error ? (
      <>
        <Failure
          title="The sites could not be loaded"
          error={query.error}
          onRetry={() => query.refetch()}
        />
        {isNotFound(query.error) && (
          <div>
            <Link to="/clients" className={buttonClass('plain')}>
              Go to clients
            </Link>
          </div>
        )}
      </>
    ) : (
      <GrowingListSkeleton label="Loading sites" lastError={query.failureReason} />
    );
  }
  if (sites.length === 0 && continuationOf(query.data) === 'complete') {
    return (
      <Card>
        <p>
          This client has no active sites. <Link to="/clients">Choose another client</Link>
        </p>
      </Card>
    );
  }
  return (
    <GrowingList
      items={sites}
      query={query}
      noun={{ one: 'site', many: 'sites' }}
      onOpen={({ id }) =>
        void navigate({
          to: '/sites/$siteId/timeline',
          params: { siteId: id },
          search: { client: clientId },
        })
      }
      textsOf={(site) => [site.name, site.url]}
    >
      {(site) => (
        <div className={row['row']}>
          <div className={row['words']}>
            <Link
              to="/sites/$siteId/timeline"
              params={{ siteId: site.id }}
              search={{ client: clientId }}
              className={row['name']}
            >
              <bdi>{site.name || site.id}</bdi>
            </Link>
            <p className={row['under']}>{toPlainAddress(site.url)}</p>
          </div>
          <SiteTrend site={site} />
        </div>
      )}
    </GrowingList>
  );
}

interface SetUpLinksProps {
  clientId: string;
  /** False once the client is known to be missing from the list of clients. */
  isKnown: boolean;
}

/**
 * Links to the client's own set-up, to the form for a new site and, for a key's only client, whose page replaces the
 * list, a new client.
 */
function SetUpLinks({ clientId, isKnown }: SetUpLinksProps) {
  const canCreateClients = useCanCreateClients();
  const clients = itemsOf(useQueryClient().getQueryData(clientsQuery().queryKey));
  return (
    <>
      {canCreateClients && clients.length === 1 && (
        <Link to="/clients/new" className={buttonClass('plain')}>
          New client
        </Link>
      )}
      <Link
        to="/clients/$clientId/sites/new"
        params={{ clientId }}
        className={buttonClass('plain')}
      >
        New site
      </Link>
      {isKnown && (
        <Link to="/clients/$clientId/setup" params={{ clientId }} className={buttonClass('plain')}>
          Set-up
        </Link>
      )}
    </>
  );
}

/** A client and its active sites, newest first. */
export function SitesPage({ clientId }: { clientId: string }) {
  const canSetUp = useCanSetUp();
  const canRunScans = useCanRunScans();
  const client = useQuery(clientQuery(clientId));
  return (
    <>
      <HeadingRow
        heading={
          isFirstTry(client) ? (
            <ClientHeadingSkeleton />
          ) : (
            <ClientHeading client={client.data ?? null} name={clientNameOf(client)} />
          )
        }
        links={canSetUp && <SetUpLinks clientId={clientId} isKnown={client.data !== null} />}
      />
      <DeletedNotice />
      {canRunScans && (
        <Suspense>
          <ScanNotices clientId={clientId} />
        </Suspense>
      )}
      <MissingNameNotice error={client.error} noun="client" />
      <SiteList clientId={clientId} />
    </>
  );
}
