import { useState } from 'react';
import { msPerUtcDay } from '../../../contract/dates/days.ts';
import { datesInWords } from '../../../figures/periods/dates-in-words.ts';
import { chartName } from '../../../figures/series/names.ts';
import { createFeed, feedsQuery } from '../../api/sightline/feeds.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { useZoneChoice } from '../../time/zone-choice.ts';
import { Button } from '../../ui/button.tsx';
import { useSite } from '../../use-site.ts';
import { FilterChips } from '../controls/filter-chips.tsx';
import { chosenValuesOf, filterOrder } from '../search/filters.ts';
import { FeedList } from './feed-list.tsx';
import { type FeedSearch, feedQueryOf } from './feed-query.ts';
import { LinkDrawer } from './link-drawer.tsx';
import styles from './share.module.css';
import { LifetimeSelect } from './share-lifetime.tsx';

/** How many days a feed works by default: a long time, since a spreadsheet is set up only once. */
const defaultDays = 365;

interface FeedDrawerProps {
  search: FeedSearch;
  onClose: () => void;
}

/** Creates feeds of the timeline as CSV, and lists and revokes the feeds of the site. */
export function FeedDrawer({ search, onClose }: FeedDrawerProps) {
  const { siteId } = useSite();
  const { session } = usePageSettings();
  const call = { session: session?.id ?? null, siteId };
  const { zone } = useZoneChoice(search.zone);
  const [days, setDays] = useState<number>(defaultDays);
  const isFiltered = filterOrder.some((name) => chosenValuesOf(search, name).length > 0);
  return (
    <LinkDrawer
      title="Feed for spreadsheets"
      thing="feed"
      noun="address"
      create={(lifetime: number) => {
        const expiresAt = new Date(Date.now() + lifetime * msPerUtcDay).toISOString();
        return createFeed(call, { question: feedQueryOf(search), expiresAt });
      }}
      linkOf={({ url }) => addressOf(url, zone)}
      hintOf={() => (
        <>
          This address is shown only once, and anyone who has it can read these figures. In Google
          Sheets, enter <code>=IMPORTDATA("…")</code> with the address; in Excel, choose Data → From
          Web.
        </>
      )}
      listKey={feedsQuery(siteId).queryKey}
      renderForm={(onSend, isSending) => (
        <div className={styles['form']}>
          <p>
            An address that returns every point of this timeline as CSV, with the latest figures.
          </p>
          <p className={styles['fixed']}>
            {chartName(search.metric, search.groupBy)} · {datesInWords(search, pageLocale())}
          </p>
          {isFiltered && <FilterChips search={search} onSearch={() => {}} areLocked />}
          <LifetimeSelect days={days} onDays={setDays} />
          <Button
            look="strong"
            isUnavailable={isSending}
            className={styles['send']}
            onClick={() => onSend(days)}
          >
            {isSending ? 'Creating the feed…' : 'Create feed'}
          </Button>
        </div>
      )}
      renderList={(onRevoked) => <FeedList {...{ call, zone, onRevoked }} />}
      onClose={onClose}
    />
  );
}

/** The absolute address of a feed, whose `url` is a path, with times in a zone as in the page's own file. */
function addressOf(url: string, zone: string): string {
  const address = new URL(url, window.location.origin);
  address.searchParams.set('zone', zone);
  return address.href;
}
