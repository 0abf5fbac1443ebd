import { HeadingBlock } from '../../ui/skeleton.tsx';
import { useSite } from '../../use-site.ts';
import { usePlacement } from '../placement.ts';
import styles from './page.module.css';

/** The site's name, or its ID if the name is unknown. */
function useSiteName(): string {
  const { siteId } = useSite();
  const placement = usePlacement();
  return (placement.kind === 'placed' && placement.site.name) || siteId;
}

/** The site's name in full. */
export function SiteName() {
  return <bdi>{useSiteName()}</bdi>;
}

/** The heading of a site's page, on one line: a long name is cut off on the screen. */
export function SiteHeading() {
  const name = useSiteName();
  if (usePlacement().kind === 'waiting') return <HeadingBlock label="Site" />;
  return (
    <h1 className={styles['heading']} title={name}>
      <bdi>{name}</bdi>
    </h1>
  );
}
