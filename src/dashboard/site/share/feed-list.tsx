import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Feed } from '../../../contract/sightline/shares.ts';
import { timeAgo } from '../../../figures/formats/dates.ts';
import { datesInWords } from '../../../figures/periods/dates-in-words.ts';
import { chartName } from '../../../figures/series/names.ts';
import { feedsQuery, revokeFeed } from '../../api/sightline/feeds.ts';
import type { SiteCall } from '../../api/sightline/revoke.ts';
import { pageLocale } from '../../locale.ts';
import { FilterChips } from '../controls/filter-chips.tsx';
import { ActiveList } from './active-list.tsx';
import { readSharedQuery } from './read-shared-query.ts';
import { untilText } from './share-end.ts';

/** The dates and the expiry of a feed: "Last 90 days · until Fri, 4 Dec 2026, 11:00". */
function detailsOf(feed: Feed, zone: string): string {
  const until = untilText(feed.expiresAt, zone);
  return [datesInWords(readSharedQuery(feed.question), pageLocale()), until]
    .filter(Boolean)
    .join(' · ');
}

/** When a feed was last read: "Last read 2 days ago", or "Never read". */
function activityOf({ lastReadAt }: Feed, now: number): string {
  return lastReadAt ? `Last read ${timeAgo(Date.parse(lastReadAt), now)}` : 'Never read';
}

interface FeedListProps {
  call: SiteCall;
  zone: string;
  onRevoked: (id: string) => void;
}

/** The active feeds of a site, with their filters. */
export function FeedList({ call, zone, onRevoked }: FeedListProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(feedsQuery(call.siteId));
  const { queryKey } = feedsQuery(call.siteId);
  const titleOf = (feed: Feed): string => {
    const { metric, groupBy } = readSharedQuery(feed.question);
    return chartName(metric, groupBy);
  };
  return (
    <ActiveList
      noun="feed"
      warning="Spreadsheets that use this feed will stop updating."
      entries={data?.map((feed) => ({
        id: feed.id,
        title: titleOf(feed),
        details: detailsOf(feed, zone),
        filters: (
          <FilterChips search={readSharedQuery(feed.question)} onSearch={() => {}} areLocked />
        ),
        activity: activityOf(feed, Date.now()),
      }))}
      error={error}
      onRefresh={() => void refetch()}
      revoke={async (id) => {
        const revocation = await revokeFeed(call, id);
        onRevoked(id);
        await client.invalidateQueries({ queryKey });
        return revocation;
      }}
    />
  );
}
