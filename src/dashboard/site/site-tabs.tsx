import { Link } from '@tanstack/react-router';
import { useCapability } from '../session/use-session.ts';
import { type TimelineSearch, writeSearch } from './question/search.ts';
import styles from './site-tabs.module.css';

/** The pages of a site. */
export type SiteView = 'timeline' | 'matrix' | 'answers';

interface SiteTabsProps {
  siteId: string;
  clientId: string | null;
  search: TimelineSearch;
}

const options = { includeSearch: false } as const;
const names = { timeline: 'Timeline', matrix: 'Matrix', answers: 'Answers' } as const;

/** Links to the pages of a site, which share filters and dates. The link of the current one has `aria-current`. */
export function SiteTabs({ siteId, clientId, search }: SiteTabsProps) {
  const hasAnswers = useCapability('answers');
  // An open panel belongs to the page that it is on.
  const closed = { ...search, scan: null, prompt: null, recommendation: null };
  const shared = { search: writeSearch(closed), activeOptions: options };
  const views: readonly SiteView[] = hasAnswers
    ? ['timeline', 'matrix', 'answers']
    : ['timeline', 'matrix'];
  return (
    <nav className={styles['tabs']} aria-label="Views of this site">
      {views.map((view) =>
        clientId === null ? (
          <Link key={view} to={`/sites/$siteId/${view}`} params={{ siteId }} {...shared}>
            {names[view]}
          </Link>
        ) : (
          <Link
            key={view}
            to={`/clients/$clientId/sites/$siteId/${view}`}
            params={{ clientId, siteId }}
            {...shared}
          >
            {names[view]}
          </Link>
        ),
      )}
    </nav>
  );
}
