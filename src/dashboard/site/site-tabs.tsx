import { Link } from '@tanstack/react-router';
import { type TimelineSearch, writeSearch } from './question/search.ts';
import styles from './site-tabs.module.css';

/** The pages of a site. */
export type SiteView = 'timeline' | 'matrix';

interface SiteTabsProps {
  siteId: string;
  clientId: string | null;
  search: TimelineSearch;
}

const options = { includeSearch: false } as const;

/** Links to the pages of a site, which share filters and dates. The link of the current one has `aria-current`. */
export function SiteTabs({ siteId, clientId, search }: SiteTabsProps) {
  // An open panel belongs to the page that it is on.
  const closed = { ...search, scan: null, prompt: null, recommendation: null };
  const shared = { search: writeSearch(closed), activeOptions: options };
  return (
    <nav className={styles['tabs']} aria-label="Views of this site">
      {clientId === null ? (
        <>
          <Link to="/sites/$siteId/timeline" params={{ siteId }} {...shared}>
            Timeline
          </Link>
          <Link to="/sites/$siteId/matrix" params={{ siteId }} {...shared}>
            Matrix
          </Link>
        </>
      ) : (
        <>
          <Link
            to="/clients/$clientId/sites/$siteId/timeline"
            params={{ clientId, siteId }}
            {...shared}
          >
            Timeline
          </Link>
          <Link
            to="/clients/$clientId/sites/$siteId/matrix"
            params={{ clientId, siteId }}
            {...shared}
          >
            Matrix
          </Link>
        </>
      )}
    </nav>
  );
}
