import { usePlacement } from './placement.ts';

/** The timeline's heading: the site's name, or its id while or where the name is unknown. */
export function SiteHeading({ siteId, clientId }: { siteId: string; clientId: string | null }) {
  const placement = usePlacement(siteId, clientId);
  const name = placement.kind === 'placed' ? placement.site.name : null;
  return (
    <h1>
      <bdi>{name || siteId}</bdi>
    </h1>
  );
}
