import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clientDetailsQuery } from '../api/sightline/client-details.ts';
import { siteScanSettingsQuery } from '../api/sightline/scan-runs.ts';
import { setupMentionsQuery, setupQuery } from '../api/sightline/setup.ts';
import { useCanRunScans, useCanSetUp } from '../app/session/use-session.ts';
import { SiteHeading } from '../site/layout/site-heading.tsx';
import { SiteTabs } from '../site/layout/site-tabs.tsx';
import { useTimelineSearch } from '../site/search/use-page-search.ts';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import { useSite } from '../use-site.ts';
import { toClientDraft } from './client-draft.ts';
import { DangerZone } from './danger-zone.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import { isWaitedFor } from './is-waited-for.ts';
import styles from './setup.module.css';
import { SetupEditor } from './setup-editor.tsx';

/** Loads the set-up of the site and its client. */
function LoadedSetup() {
  const { siteId } = useSite();
  const setup = useQuery(setupQuery(siteId));
  const clientId = setup.data?.clientId ?? null;
  const details = useQuery({
    ...clientDetailsQuery(clientId ?? ''),
    enabled: clientId !== null,
  });
  const { data } = setup;
  const newest = useMemo(() => {
    if (!data || (clientId !== null && !details.data)) return null;
    return { setup: data, client: details.data ? toClientDraft(details.data) : null };
  }, [data, details.data, clientId]);
  // Waited for, so that nothing moves when it arrives; the form works without it.
  const mentions = useQuery(setupMentionsQuery(siteId));
  const canRunScans = useCanRunScans();
  const scanSettings = useQuery({ ...siteScanSettingsQuery(siteId), enabled: canRunScans });
  if (newest && !isWaitedFor(mentions) && !(canRunScans && isWaitedFor(scanSettings))) {
    const { setup: site, client } = newest;
    return (
      <>
        <SetupEditor newest={newest} scanOptions={scanSettings.data ?? null} />
        <DangerZone
          site={{ id: siteId, name: site.name ?? '', isActive: site.active !== false }}
          client={clientId === null ? null : { id: clientId, name: client?.name ?? '' }}
        />
      </>
    );
  }
  const failed = [setup, details].find(({ error }) => error !== null);
  return failed ? (
    <Failure
      title="The set-up could not be loaded"
      error={failed.error}
      onRetry={() => failed.refetch()}
    />
  ) : (
    <FormSkeleton label="Loading the set-up" />
  );
}

/** The set-up of a site: its client, brands and questions. */
export function SetupPage() {
  const canSetUp = useCanSetUp();
  const { search } = useTimelineSearch();
  return (
    <div className={styles['page']}>
      <SiteHeading />
      <SiteTabs search={search} />
      {canSetUp ? (
        <LoadedSetup />
      ) : (
        <Notice tone="warn">This key does not have permission to change the set-up.</Notice>
      )}
    </div>
  );
}
