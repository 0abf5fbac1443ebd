import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { msPerUtcDay } from '../../../contract/dates/days.ts';
import { datesInWords } from '../../../figures/periods/dates-in-words.ts';
import { chartName } from '../../../figures/series/names.ts';
import { createFeed, feedsQuery } from '../../api/sightline/feeds.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { useZoneChoice } from '../../time/zone-choice.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useSite } from '../../use-site.ts';
import { FilterChips } from '../controls/filter-chips.tsx';
import { chosenValuesOf, filterOrder } from '../search/filters.ts';
import { FeedList } from './feed-list.tsx';
import { type FeedSearch, feedQueryOf } from './feed-query.ts';
import { NewLink } from './new-link.tsx';
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
  const client = useQueryClient();
  const { session } = usePageSettings();
  const call = { session: session?.id ?? null, siteId };
  const { zone } = useZoneChoice(search.zone);
  const [days, setDays] = useState<number>(defaultDays);
  const [isCopied, setCopied] = useState(false);
  const create = useMutation({
    mutationFn: () => {
      const expiresAt = new Date(Date.now() + days * msPerUtcDay).toISOString();
      return createFeed(call, { question: feedQueryOf(search), expiresAt });
    },
    onSuccess: async ({ url }) => {
      // The address is shown only once, so it must be shown even if the list does not load.
      void client.invalidateQueries({ queryKey: feedsQuery(siteId).queryKey });
      setCopied(await copyText(addressOf(url, zone)));
    },
  });
  const isFiltered = filterOrder.some((name) => chosenValuesOf(search, name).length > 0);
  return (
    <Drawer title="Feed for spreadsheets" onClose={onClose}>
      <div className={styles['share']}>
        {create.data ? (
          <NewLink
            noun="address"
            link={addressOf(create.data.url, zone)}
            hint={
              <>
                This address is shown only once, and anyone who has it can read these figures. In
                Google Sheets, enter <code>=IMPORTDATA("…")</code> with the address; in Excel,
                choose Data → From Web.
              </>
            }
            isCopied={isCopied}
            onAnother={() => create.reset()}
          />
        ) : (
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
              isUnavailable={create.isPending}
              className={styles['send']}
              onClick={() => create.mutate()}
            >
              {create.isPending ? 'Creating the feed…' : 'Create feed'}
            </Button>
          </div>
        )}
        {create.error && <Failure title="The feed could not be created" error={create.error} />}
        <FeedList
          call={call}
          zone={zone}
          onRevoked={(id) => {
            if (id === create.data?.id) create.reset();
          }}
        />
      </div>
    </Drawer>
  );
}

/** The absolute address of a feed, whose `url` is a path, with times in a zone as in the page's own file. */
function addressOf(url: string, zone: string): string {
  const address = new URL(url, window.location.origin);
  address.searchParams.set('zone', zone);
  return address.href;
}
