import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Share } from '../../../contract/sightline/shares.ts';
import { revokeShare, sharesQuery } from '../../api/sightline/shares.ts';
import { ago } from '../../time/format.ts';
import { counted } from '../report/figures.ts';
import { siteViews } from '../site-tabs.tsx';
import { ActiveList } from './active-list.tsx';
import { untilText } from './share-end.ts';

interface ShareCall {
  session: string | null;
  siteId: string;
}

const pageNames = new Map<string, string>(siteViews.map(({ view, name }) => [view, name]));

/** "Timeline, Matrix · until Fri, 4 Dec 2026, 11:00 · passphrase · opened 3 times, last 2 days ago". */
function detailsOf(share: Share, now: number, zone: string): string {
  const pages = share.pages.map((page) => pageNames.get(page) ?? page).join(', ');
  const until = untilText(share.expiresAt, zone);
  const opens = share.opens ?? 0;
  const opened =
    opens > 0 && share.lastOpenedAt !== null
      ? `opened ${counted(opens, 'time', 'times', undefined)}, last ${ago(Date.parse(share.lastOpenedAt), now)}`
      : 'never opened';
  const protection = share.hasPassphrase && 'passphrase';
  return [pages, until, protection, opened].filter(Boolean).join(' · ');
}

interface ShareListProps {
  call: ShareCall;
  zone: string;
  onRevoked: (id: string) => void;
}

/** The active links of a site. */
export function ShareList({ call, zone, onRevoked }: ShareListProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(sharesQuery(call.siteId));
  const { queryKey } = sharesQuery(call.siteId);
  return (
    <ActiveList
      noun="link"
      warning="Anyone who has this link loses access at once."
      entries={data?.map((share) => ({
        ...{ id: share.id, title: share.title ?? '', details: detailsOf(share, Date.now(), zone) },
      }))}
      error={error}
      onRefresh={() => void refetch()}
      revoke={async (id) => {
        await revokeShare(call, id);
        onRevoked(id);
        await client.invalidateQueries({ queryKey });
      }}
    />
  );
}
