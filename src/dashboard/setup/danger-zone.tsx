import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { countWithNoun } from '../../figures/formats/counts.ts';
import { clientDetailsQuery } from '../api/sightline/client-details.ts';
import { deleteClient, deleteSite, type NamedRecord } from '../api/sightline/deletions.ts';
import { allScansQuery } from '../api/sightline/scans.ts';
import { setSiteActive } from '../api/sightline/setup.ts';
import { useChange } from '../api/sightline/use-change.ts';
import { useCanSetUp, useCapability, usePageSettings } from '../app/session/use-session.ts';
import { pageLocale } from '../locale.ts';
import { Button } from '../ui/button.tsx';
import { ChangeOutcome } from '../ui/change-outcome.tsx';
import styles from './danger-zone.module.css';
import { DeleteDrawer } from './delete-drawer.tsx';
import { useLeave } from './use-leave.ts';

interface DangerZoneProps {
  /** Null on a page that is about a client only. */
  site: (NamedRecord & { isActive: boolean }) | null;
  /** Null for the site of a business account. */
  client: NamedRecord | null;
}

const count = (amount: number, one: string): string =>
  countWithNoun(amount, one, `${one}s`, pageLocale());

interface ActionProps {
  title: string;
  description: string;
  children: ReactNode;
}

function Action({ title, description, children }: ActionProps) {
  return (
    <div className={styles['action']}>
      <div>
        <h3>{title}</h3>
        <p>{description}</p>
      </div>
      {children}
    </div>
  );
}

function ArchiveAction({ site }: { site: NonNullable<DangerZoneProps['site']> }) {
  const { session } = usePageSettings();
  const queries = useQueryClient();
  const { state, isBusy, send } = useChange(
    () => setSiteActive(session?.id ?? null, site.id, !site.isActive),
    () => void queries.invalidateQueries(),
  );
  const word = site.isActive ? 'archive' : 'restore';
  return (
    <>
      <Action
        title={site.isActive ? 'Archive this site' : 'Restore this site'}
        description={
          site.isActive
            ? 'Lists leave an archived site out, and its links and feeds end for good. Its data stays, and the site can be restored here.'
            : 'Lists show the site again. Links and feeds from before it was archived stay ended.'
        }
      >
        <Button isUnavailable={isBusy} onClick={() => send()}>
          {site.isActive ? 'Archive site' : 'Restore site'}
        </Button>
      </Action>
      <ChangeOutcome
        state={state}
        failureTitle={`The site could not be ${word}d`}
        promise={`the site is ${word}d`}
      />
    </>
  );
}

/** What deleting a site also deletes: its scans and answers in numbers, where they are known. */
function SiteContents({ site }: { site: NamedRecord }) {
  const hasScans = useCapability('scans');
  const { data: scans } = useQuery({ ...allScansQuery(site.id), enabled: hasScans });
  const answers = scans?.reduce((sum, scan) => sum + (scan.answers ?? 0), 0) ?? 0;
  const numbers = scans
    ? `${count(scans.length, 'scan')} and ${count(answers, 'answer')}`
    : 'scans and answers';
  return (
    <p>
      Deletes “<bdi>{site.name}</bdi>” with its {numbers}, its brands and questions, notes, links
      and feeds.
    </p>
  );
}

/** Continues a sentence about a client. @param sites their number; null if unknown. */
function describeSites(sites: number | null): string {
  if (sites === 0) return ', which has no sites';
  const named =
    sites === null ? 'all its sites' : `${count(sites, 'site')}, archived ones included`;
  return ` with ${named}, and with all their scans, answers, brands, questions, notes, links and feeds`;
}

/** What deleting a client also deletes: its sites in numbers, where the number is known. */
function ClientContents({ client }: { client: NamedRecord }) {
  const { data } = useQuery(clientDetailsQuery(client.id));
  return (
    <p>
      Deletes “<bdi>{client.name}</bdi>”{describeSites(data?.sites ?? null)}. Keys that are limited
      to this client stop working.
    </p>
  );
}

/** Archives, restores and deletes a site, and deletes its client. Shows nothing to keys that may not. */
export function DangerZone({ site, client }: DangerZoneProps) {
  const canSetUp = useCanSetUp();
  const { session } = usePageSettings();
  const leave = useLeave();
  const [openDrawer, setOpenDrawer] = useState<'site' | 'client' | null>(null);
  const close = () => setOpenDrawer(null);
  if (!canSetUp) return null;
  const sessionId = session?.id ?? null;
  const siteName = site && (site.name || site.id);
  const clientName = client && (client.name || client.id);
  return (
    <section className={styles['zone']} aria-labelledby="danger-zone">
      <h2 id="danger-zone">Danger zone</h2>
      <div className={styles['actions']}>
        {site && <ArchiveAction site={site} />}
        {site && (
          <Action
            title="Delete this site"
            description="Deletes the site with everything that was measured, for good."
          >
            <Button onClick={() => setOpenDrawer('site')}>Delete site…</Button>
          </Action>
        )}
        {client && (
          <Action
            title="Delete this client"
            description="Deletes the client with all of its sites, for good."
          >
            <Button onClick={() => setOpenDrawer('client')}>Delete client…</Button>
          </Action>
        )}
      </div>
      {openDrawer === 'site' && site && siteName && (
        <DeleteDrawer
          noun="site"
          name={siteName}
          exportCommand={`npm run export -- --site ${site.id}`}
          remove={() => deleteSite(sessionId, site)}
          onDeleted={() => void leave(siteName, client?.id ?? null)}
          onClose={close}
        >
          <SiteContents site={{ ...site, name: siteName }} />
        </DeleteDrawer>
      )}
      {openDrawer === 'client' && client && clientName && (
        <DeleteDrawer
          noun="client"
          name={clientName}
          exportCommand={`npm run export -- --client ${client.id}`}
          remove={() => deleteClient(sessionId, client)}
          onDeleted={() => void leave(clientName, null)}
          onClose={close}
        >
          <ClientContents client={{ ...client, name: clientName }} />
        </DeleteDrawer>
      )}
    </section>
  );
}
