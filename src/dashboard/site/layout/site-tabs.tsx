import { Link } from '@tanstack/react-router';
import { useShareOverrides } from '../../app/session/share-overrides.ts';
import { useSiteViews } from '../../app/session/use-site-views.ts';
import { useSite } from '../../use-site.ts';
import { type TimelineSearch, withoutPanels, writeSearch } from '../search/search.ts';
import styles from './site-tabs.module.css';

const activeLinkOptions = { includeSearch: false } as const;

/** Links to the pages of a site, which share filters and dates. The link to the current page has `aria-current`. */
export function SiteTabs({ search }: { search: TimelineSearch }) {
  const { siteId } = useSite();
  // The links close every panel, since a panel belongs to one page.
  const shared = {
    search: writeSearch(withoutPanels(search)),
    activeOptions: activeLinkOptions,
  };
  const views = useSiteViews();
  const pages = useShareOverrides()?.pages;
  return (
    <nav className={styles['tabs']} aria-label="Pages of this site">
      {views.map(({ view, name }) => {
        if (pages && !pages.includes(view)) return null;
        return (
          <Link key={view} to={`/sites/$siteId/${view}`} params={{ siteId }} {...shared}>
            {name}
          </Link>
        );
      })}
    </nav>
  );
}
