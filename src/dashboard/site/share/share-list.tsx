import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Share } from '../../../contract/sightline/shares.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { timeAgo } from '../../../figures/formats/dates.ts';
import type { SiteCall } from '../../api/sightline/revoke.ts';
import { revokeShare, sharesQuery } from '../../api/sightline/shares.ts';
import { pageLocale } from '../../locale.ts';
import { siteViews } from '../../site-views.ts';
import { FilterChips } from '../controls/filter-chips.tsx';
import { ActiveList } from './active-list.tsx';
import { readSharedQuery } from './read-shared-query.ts';
import { untilText } from './share-end.ts';

const pageNames = new Map<string, string>(siteViews.map(({ view, name }) => [view, name]));

/** A link's pages, end and protection: "Timeline, Matrix · until Fri, 4 Dec 2026, 11:00 · passphrase". */
function detailsOf(share: Share, zone: string): string {
  const pages = share.pages.map((page) => pageNames.get(page) ?? page).join(', ');
  const until = untilText(share.expiresAt, zone);
  const protection = share.hasPassphrase && 'passphrase';
  return [pages, until, protection].filter(Boolean).join(' · ');
}

/** How often and when a link was opened: "Opened 3 times, most recently 2 days ago". */
function activityOf({ opens, lastOpenedAt }: Share, now: number): string {
  if (!opens || lastOpenedAt === null) return 'Never opened';
  const lastOpening = timeAgo(Date.parse(lastOpenedAt), now);
  if (opens === 1) return `Opened once, ${lastOpening}`;
  return `Opened ${countWithNoun(opens, 'time', 'times', pageLocale())}, most recently ${lastOpening}`;
}

interface ShareListProps {
  call: SiteCall;
  zone: string;
  onRevoked: (id: string) => void;
}

/** The active links of a site, with their locked filters. */
export function ShareList({ call, zone, onRevoked }: ShareListProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(sharesQuery(call.siteId));
  const { queryKey } = sharesQuery(call.siteId);
  return (
    <ActiveList
      noun="link"
      warning="Anyone who has this link will lose access at once."
      entries={data?.map((share) => ({
        id: share.id,
        title: share.title ?? '',
        details: detailsOf(share, zone),
        filters: (
          <FilterChips search={readSharedQuery(share.question)} onSearch={() => {}} areLocked />
        ),
        activity: activityOf(share, Date.now()),
      }))}
      error={error}
      onRefresh={() => void refetch()}
      revoke={async (id) => {
        const revocation = await revokeShare(call, id);
        onRevoked(id);
        await client.invalidateQueries({ queryKey });
        return revocation;
      }}
    />
  );
}
