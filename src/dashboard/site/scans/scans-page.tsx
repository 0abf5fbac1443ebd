import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { itemsOf } from '../../api/find-in-list.ts';
import {
  hasScanEnded,
  scanRunsQuery,
  siteScanSettingsQuery,
} from '../../api/sightline/scan-runs.ts';
import { allScansQuery } from '../../api/sightline/scans.ts';
import { useCanRunScans, useCanSetUp, useCapability } from '../../app/session/use-session.ts';
import { useZoneChoice } from '../../time/zone-choice.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useSite } from '../../use-site.ts';
import { SiteHeading } from '../layout/site-heading.tsx';
import { SiteTabs } from '../layout/site-tabs.tsx';
import { ScanPanel } from '../panels/scan-panel.tsx';
import { useTimelineSearch } from '../search/use-page-search.ts';
import { MonthlyCosts } from './monthly-costs.tsx';
import { Outlook, SetupLink } from './outlook.tsx';
import { RunningScan } from './running-scan.tsx';
import { ScanList } from './scan-list.tsx';
import { joinScans, type ListedScan } from './scan-rows.ts';
import { ScanRunPanel } from './scan-run-panel.tsx';
import { stateOf } from './scan-words.ts';
import styles from './scans.module.css';

/** The number of scans that are shown at first, and that each click adds. */
const scansPerStep = 20;

/** Shown while nobody has said where and when questions are asked. */
function NotSetUp() {
  const canSetUp = useCanSetUp();
  return (
    <div className={styles['empty']}>
      <h2>No platforms are chosen yet</h2>
      <p>
        Choose which AI platforms are asked, in which regions and how often, and the most that it
        may cost.
      </p>
      {canSetUp && (
        <div>
          <SetupLink className={buttonClass('strong')}>Choose where and when</SetupLink>
        </div>
      )}
    </div>
  );
}

interface NowContentProps {
  /** The card, which takes the focus when this content goes with it. */
  card: RefObject<HTMLElement | null>;
  children: ReactNode;
}

function NowContent({ card, children }: NowContentProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box, card);
  return (
    <div ref={box} className={styles['nowContent']}>
      {children}
    </div>
  );
}

/** The scan that runs, or else what a scan would ask. Keeps the focus when one takes the place of the other. */
function NowCard({ zone }: { zone: string }) {
  const { siteId } = useSite();
  const scanSettings = useQuery(siteScanSettingsQuery(siteId));
  const scans = useInfiniteQuery(scanRunsQuery(siteId));
  const card = useRef<HTMLDivElement>(null);
  const running = itemsOf(scans.data).find((scan) => !hasScanEnded(scan));
  const [watchedId, setWatchedId] = useState<string | null>(null);
  if (running && running.id !== watchedId) setWatchedId(running.id);
  const ended = running ? undefined : itemsOf(scans.data).find(({ id }) => id === watchedId);
  const { data } = scanSettings;
  if (scanSettings.error && !data && !running)
    return (
      <Failure
        title="The costs and the schedule could not be loaded"
        error={scanSettings.error}
        onRetry={() => void scanSettings.refetch()}
      />
    );
  const isInvented = data?.platforms.some(({ invented }) => invented) ?? false;
  return (
    <>
      {isInvented && (
        <Notice>
          Sample data: no AI platform is asked. The answers are invented, and cost nothing.
        </Notice>
      )}
      <VisuallyHidden>
        <span role="status">{ended && `The scan has ended: ${stateOf(ended)}`}</span>
      </VisuallyHidden>
      <Card
        ref={card}
        className={styles['now']}
        role="group"
        aria-label={running ? 'Running scan' : 'Next scan'}
        tabIndex={-1}
      >
        <NowContent key={running?.id} card={card}>
          {running && <RunningScan scan={running} zone={zone} card={card} />}
          {!running && data && data.settings === null && <NotSetUp />}
          {!running && data && data.settings !== null && (
            <Outlook scanSettings={data} zone={zone} />
          )}
        </NowContent>
      </Card>
    </>
  );
}

/** The button that shows more of the list. When it goes because all is shown, the focus moves to the page. */
function ShowOlder({ isLoading, onShow }: { isLoading: boolean; onShow: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={box}>
      <Button isUnavailable={isLoading} onClick={onShow}>
        {isLoading ? 'Loading…' : 'Show older scans'}
      </Button>
    </div>
  );
}

/** Every scan of the site, newest first, and the panel of the one that is open; then what they cost. */
function AllScans({ zone }: { zone: string }) {
  const { siteId } = useSite();
  const hasImported = useCapability('scans');
  const runs = useInfiniteQuery(scanRunsQuery(siteId));
  const imported = useQuery({ ...allScansQuery(siteId), enabled: hasImported });
  const [count, setCount] = useState(scansPerStep);
  const [openId, setOpenId] = useState<string | null>(null);
  const [deletedScan, setDeletedScan] = useState<string | null>(null);
  const { hasNextPage } = runs;
  const scans = useMemo(
    () => joinScans(itemsOf(runs.data), imported.data ?? [], hasNextPage),
    [runs.data, imported.data, hasNextPage],
  );
  const open: ListedScan | undefined = scans.find(({ id }) => id === openId);
  const failed = [runs, imported].find(({ error }) => error !== null);
  const isLoading = runs.isPending || (hasImported && imported.isPending);
  const hasMore = hasNextPage || scans.length > count;
  // Without scans, the next one may still have a time.
  const { data: scanSettings } = useQuery(siteScanSettingsQuery(siteId));
  const hasTimes =
    scans.length > 0 || !!(scanSettings && (scanSettings.nextDueAt ?? scanSettings.overdueSince));

  const titleOfFailure = () => {
    if (scans.length === 0) return 'The scans could not be loaded';
    const isIncomplete = failed?.data === undefined || runs.isFetchNextPageError;
    return isIncomplete ? 'Not all scans could be loaded' : 'The scans could not be refreshed';
  };
  const showMore = () => {
    setCount(count + scansPerStep);
    if (hasNextPage && scans.length < count + scansPerStep) void runs.fetchNextPage();
  };
  return (
    <>
      <section className={styles['section']} aria-labelledby="all-scans">
        <h2 id="all-scans">All scans</h2>
        {deletedScan !== null && (
          <Notice onDismiss={() => setDeletedScan(null)}>{deletedScan} has been deleted.</Notice>
        )}
        {failed && (
          <Failure
            title={titleOfFailure()}
            error={failed.error}
            onRetry={() => void failed.refetch()}
          />
        )}
        {isLoading && !failed && (
          <Loading label="Loading scans">
            <Block width="100%" height="12rem" />
          </Loading>
        )}
        {!isLoading && !failed && scans.length === 0 && (
          <p className={styles['muted']}>There have been no scans yet.</p>
        )}
        {!isLoading && scans.length > 0 && (
          <>
            <Card className={styles['list']}>
              <ScanList
                scans={scans.slice(0, count)}
                zone={zone}
                onOpen={({ id }) => setOpenId(id)}
              />
            </Card>
            {hasMore && <ShowOlder isLoading={runs.isFetchingNextPage} onShow={showMore} />}
          </>
        )}
        {!isLoading && hasTimes && <p className={styles['muted']}>Times in {zone}</p>}
        {open?.kind === 'run' && (
          <ScanRunPanel scan={open.scan} zone={zone} onClose={() => setOpenId(null)} />
        )}
        {open?.kind === 'imported' && (
          <ScanPanel
            scanId={open.id}
            zone={zone}
            view={null}
            onScan={setOpenId}
            onClose={() => setOpenId(null)}
            onDeleted={(title) => {
              setOpenId(null);
              setDeletedScan(title);
            }}
          />
        )}
      </section>
      {/* Below the list, which would otherwise move it. */}
      {!isLoading && <Costs />}
    </>
  );
}

/** What the scans of each month cost; nothing before the first. */
function Costs() {
  const { siteId } = useSite();
  const { data } = useQuery(siteScanSettingsQuery(siteId));
  if (!data?.costs.some(({ costUsd }) => costUsd)) return null;
  return (
    <section className={styles['section']} aria-labelledby="costs">
      <h2 id="costs">Cost by month</h2>
      <Card className={styles['list']}>
        <MonthlyCosts costs={data.costs} />
      </Card>
    </section>
  );
}

/** Waits for what is shown at the top, so that nothing below it moves. */
function LoadedScans({ zone }: { zone: string }) {
  const { siteId } = useSite();
  const scanSettings = useQuery(siteScanSettingsQuery(siteId));
  const scans = useInfiniteQuery(scanRunsQuery(siteId));
  if (scanSettings.isPending || scans.isPending)
    return (
      <Loading label="Loading scans">
        <Block width="100%" height="6rem" />
      </Loading>
    );
  return (
    <>
      <NowCard zone={zone} />
      <AllScans zone={zone} />
    </>
  );
}

/** The scans of a site: the one that runs or the next one, all earlier ones, and what they cost. */
export function ScansPage() {
  const canRunScans = useCanRunScans();
  const { search } = useTimelineSearch();
  const { zone } = useZoneChoice(search.zone);
  return (
    <div className={styles['page']}>
      <SiteHeading />
      <SiteTabs search={search} />
      {canRunScans ? (
        <LoadedScans zone={zone} />
      ) : (
        <Notice tone="warn">This key does not have permission to run scans.</Notice>
      )}
    </div>
  );
}
