import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ClientDetails } from '../../contract/sightline/setup.ts';
import { countWithNoun } from '../../figures/formats/counts.ts';
import { isolate } from '../../figures/text/isolate.ts';
import { setSiteActive } from '../api/sightline/setup.ts';
import { useChange } from '../api/sightline/use-change.ts';
import { usePageSettings } from '../app/session/use-session.ts';
import { pageLocale } from '../locale.ts';
import { Button } from '../ui/button.tsx';
import { ChangeOutcome } from '../ui/change-outcome.tsx';
import styles from './archived-sites.module.css';

type ArchivedSite = ClientDetails['archivedSites'][number];

function ArchivedRow({ site }: { site: ArchivedSite }) {
  const { session } = usePageSettings();
  const queries = useQueryClient();
  const { state, isBusy, send } = useChange(
    () => setSiteActive(session?.id ?? null, site.id, true),
    () => void queries.invalidateQueries(),
  );
  const name = site.name || site.id;
  return (
    <li>
      <div className={styles['row']}>
        <Link to="/sites/$siteId/setup" params={{ siteId: site.id }}>
          <bdi>{name}</bdi>
        </Link>
        <Button
          aria-label={`Restore ${isolate(name)}`}
          isUnavailable={isBusy}
          onClick={() => send()}
        >
          Restore
        </Button>
      </div>
      <ChangeOutcome
        state={state}
        failureTitle="The site could not be restored"
        promise="the site is restored"
      />
    </li>
  );
}

/**
 * The archived sites of a client, which lists leave out, each with a button that restores it; nothing if there are none.
 */
export function ArchivedSites({ sites }: { sites: readonly ArchivedSite[] }) {
  if (sites.length === 0) return null;
  return (
    <details className={styles['archived']}>
      <summary>
        {countWithNoun(sites.length, 'archived site', 'archived sites', pageLocale())}
      </summary>
      <ul>
        {sites.map((site) => (
          <ArchivedRow key={site.id} site={site} />
        ))}
      </ul>
    </details>
  );
}
