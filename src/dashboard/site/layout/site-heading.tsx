import { HeadingBlock } from '../../ui/skeleton.tsx';
import { useSite } from '../../use-site.ts';
import { usePlacement } from '../placement.ts';

/** The heading of a site's page: the site's name, or its ID if the name is unknown. */
export function SiteHeading() {
  const { siteId } = useSite();
  const placement = usePlacement();
  if (placement.kind === 'waiting') return <HeadingBlock label="Site" />;
  const name = placement.kind === 'placed' ? placement.site.name : null;
  return (
    <h1>
      <bdi>{name || siteId}</bdi>
    </h1>
  );
}
