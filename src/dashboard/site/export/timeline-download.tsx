import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { PageSettings } from '../../../contract/page-settings.ts';
import { sharesScope } from '../../../contract/scopes.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { filtersQuery, promptQuery } from '../../api/site-queries.ts';
import { useCapability, usePageSettings, useScope } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useSite } from '../../use-site.ts';
import type { TimelineSearch } from '../search/search.ts';
import type { FeedSearch } from '../share/feed-query.ts';
import { useLoadBrandedSettings } from '../use-branding.ts';
import { type Choice, DownloadMenu } from './download-menu.tsx';
import type { ShownTimeline } from './timeline-files.tsx';

interface TimelineDownloadProps {
  /** Null before the first report. */
  shown: Omit<ShownTimeline, 'options' | 'textOfPrompt' | 'settings'> | null;
  /** Whether to disable the button, because the report belongs to an earlier request or the site's name is loading. */
  isWaiting: boolean;
}

const importTimelineFiles = () => import('./timeline-files.tsx');

/** Loaded on demand: not every service has feeds. */
const FeedDrawer = lazyPart(async () => (await import('../share/feed-drawer.tsx')).FeedDrawer);

const canBeFeed = (search: TimelineSearch): search is FeedSearch => search.groupBy !== 'prompt';

const feedChoiceOf = (search: TimelineSearch, open: () => void): Choice => ({
  label: 'Feed for spreadsheets…',
  note: canBeFeed(search) ? 'An address for live CSV data' : 'Not available when grouped by prompt',
  isDisabled: !canBeFeed(search),
  open,
});

/** The menu items that download the timeline as a file. */
function choicesOf(shown: ShownTimeline, loadSettings: () => Promise<PageSettings>): Choice[] {
  const { drawn, hidden, all } = shown.view;
  const hasLines = drawn.length > 0;
  const hiddenText = countWithNoun(hidden.length, 'hidden series', 'hidden series', pageLocale());
  const note = hidden.length > 0 ? `Without ${hiddenText}` : null;
  const chartProps = { note: hasLines ? note : 'Every line is hidden.', isDisabled: !hasLines };
  const hasRows = hidden.length < all.length;
  return [
    {
      label: 'Chart as PNG',
      ...chartProps,
      make: async () =>
        (await importTimelineFiles()).createChartFile(
          { ...shown, settings: await loadSettings() },
          'png',
        ),
    },
    {
      label: 'Chart as SVG',
      ...chartProps,
      make: async () =>
        (await importTimelineFiles()).createChartFile(
          { ...shown, settings: await loadSettings() },
          'svg',
        ),
    },
    {
      label: 'Table as shown (CSV)',
      note: hasRows ? note : 'Every series is hidden.',
      isDisabled: !hasRows,
      make: async () => (await importTimelineFiles()).createTableFile(shown),
    },
    {
      label: 'Every point (CSV)',
      note: hidden.length > 0 ? `With ${hiddenText}` : null,
      make: async () => (await importTimelineFiles()).createPointsFile(shown),
    },
  ];
}

/** A menu that downloads the timeline as a file, and creates a feed if the service and the key allow that. */
export function TimelineDownload({ shown, isWaiting }: TimelineDownloadProps) {
  const { siteId } = useSite();
  const client = useQueryClient();
  const [isFeedOpen, setFeedOpen] = useState(false);
  const settings = usePageSettings();
  const loadBrandedSettings = useLoadBrandedSettings();
  const hasShareScope = useScope(sharesScope);
  const hasFeeds = useCapability('feeds') && hasShareScope;
  const { data: options = null } = useQuery(filtersQuery(siteId));
  if (!shown) return <DownloadMenu choices={[]} isWaiting isEmpty={false} />;
  const textOfPrompt = (id: string) =>
    client.getQueryData(promptQuery(siteId, id).queryKey)?.text ?? undefined;
  const { search } = shown;
  const isEmpty = shown.view.summaries.every(({ evidence }) => evidence.points === 0);
  return (
    <>
      <DownloadMenu
        choices={[
          ...choicesOf({ ...shown, options, textOfPrompt, settings }, loadBrandedSettings),
          ...(hasFeeds ? [feedChoiceOf(search, () => setFeedOpen(true))] : []),
        ]}
        isWaiting={isWaiting}
        isEmpty={isEmpty}
      />
      {isFeedOpen && canBeFeed(search) && (
        <Suspense>
          <FeedDrawer search={search} onClose={() => setFeedOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
