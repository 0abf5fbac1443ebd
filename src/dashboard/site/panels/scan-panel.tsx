import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { isTimestamp } from '../../../contract/fields.ts';
import type { FilterOptions, Platform, Scan } from '../../../contract/resources.ts';
import { dayAndTime } from '../../../figures/formats/dates.ts';
import { filtersQuery, scanQuery } from '../../api/site-queries.ts';
import { useCanSetUp } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Failure } from '../../ui/failure.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useSite } from '../../use-site.ts';
import type { View } from '../chart/use-view.ts';
import { checkboxParameters, listedFilter } from '../search/filters.ts';
import { CopyableId } from './copyable-id.tsx';
import { Details, renderLabels } from './details.tsx';
import styles from './panels.module.css';
import { ScanFigures } from './scan-figures.tsx';
import { formatDuration, formatInZoneAndUtc } from './scan-time.ts';

/** Loaded on demand, since few keys may delete scans. */
const DeleteScan = lazyPart(() => import('./delete-scan.tsx').then((part) => part.DeleteScan));

/** How often a scan that has not completed is refreshed, in milliseconds. */
const refreshInterval = 5000;

const statuses = new Map([
  ['queued', 'Queued'],
  ['running', 'Running'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
]);
const isUnderway = (status: string | null | undefined): boolean =>
  status === 'queued' || status === 'running';

function MissingValue({ word }: { word: string }) {
  return <span className={styles['absent']}>{word}</span>;
}

function Time({ text, zone, fallback }: { text: string | null; zone: string; fallback: string }) {
  if (text === null || text === '') return <MissingValue word={fallback} />;
  const { local, utc } = formatInZoneAndUtc(text, zone, pageLocale());
  return (
    <>
      {local}
      {utc !== null && <small>{utc}</small>}
    </>
  );
}

function ScanDetails({ scan, zone }: { scan: Scan; zone: string }) {
  const status = scan.status ?? '';
  const isScanUnderway = isUnderway(status);
  const endFallback = isScanUnderway ? 'not yet' : 'unknown';
  const startFallback = status === 'queued' ? 'not yet' : 'unknown';
  const durationText = formatDuration(scan.startedAt, scan.completedAt, pageLocale());
  const word = statuses.get(status) ?? (status === '' ? 'unknown' : `${status} (unknown status)`);
  return (
    <>
      <Details
        items={[
          // Announces a status that changes while the panel is open.
          [
            'Status',
            <span key="s" role="status">
              {word}
            </span>,
          ],
          ['Created', <Time key="t" text={scan.createdAt} zone={zone} fallback="unknown" />],
          ['Started', <Time key="t" text={scan.startedAt} zone={zone} fallback={startFallback} />],
          [
            status === 'failed' ? 'Ended' : 'Completed',
            <Time key="t" text={scan.completedAt} zone={zone} fallback={endFallback} />,
          ],
          ['Duration', durationText ?? <MissingValue key="d" word={endFallback} />],
          ['Scan ID', <CopyableId key="i" id={scan.id} />],
        ]}
      />
      <p className={styles['hint']}>Times in {zone}</p>
      {isScanUnderway && (
        <p className={styles['hint']}>Still {status}. This panel refreshes automatically.</p>
      )}
    </>
  );
}

const labelsOf = (list: readonly { value: string; label: string | null }[]) =>
  list.map(({ value, label }) => label || value);

const methods = new Map([
  ['web', 'website'],
  ['api', 'API'],
]);
/** The names of platforms, or else their IDs; a name that several platforms share is followed by the method. */
const platformNamesOf = (
  platforms: readonly Platform[],
  sitePlatforms: readonly Platform[],
): string[] =>
  platforms.map(({ id, name, method }) => {
    const isNameShared = [...platforms, ...sitePlatforms].some(
      (other) => other.id !== id && other.name === name,
    );
    return name && isNameShared && method !== null
      ? `${name} (${methods.get(method) ?? method})`
      : name || id;
  });

interface MeasuredProps {
  /** What has been measured in the scan. */
  measured: FilterOptions;
  sitePlatforms: readonly Platform[];
  isScanUnderway: boolean;
}

/** Names the site's platforms without answers in a scan; renders nothing if none or all of them have answers. */
function SilentPlatforms({ measured, sitePlatforms, isScanUnderway }: MeasuredProps) {
  const measuredIds = new Set(measured.models.map(({ id }) => id));
  const silentPlatforms = sitePlatforms.filter(({ id }) => !measuredIds.has(id));
  if (measuredIds.size === 0 || silentPlatforms.length === 0) return null;
  const names = platformNamesOf(silentPlatforms, sitePlatforms).join(', ');
  return (
    <p className={styles['hint']}>
      No answers from {names}
      {isScanUnderway && ' yet'}.
    </p>
  );
}

function MeasuredDetails({ measured, sitePlatforms, isScanUnderway }: MeasuredProps) {
  const items = checkboxParameters.map((parameter) => {
    const { title, valuesOf } = listedFilter(parameter);
    const isPlatform = parameter === 'platform';
    return [
      title,
      isPlatform ? platformNamesOf(measured.models, sitePlatforms) : labelsOf(valuesOf(measured)),
    ] as const;
  });
  if (items.every(([, labels]) => labels.length === 0)) {
    const text = isScanUnderway ? 'Nothing has been measured yet.' : 'Nothing was measured.';
    return <p className={styles['hint']}>{text}</p>;
  }
  return <Details items={items.map(([name, labels]) => [name, renderLabels(labels)])} />;
}

interface ScanPanelProps {
  scanId: string;
  zone: string;
  /** The report in view; null until one has loaded. */
  view: View | null;
  /** Opens another scan. */
  onScan: (scanId: string) => void;
  onClose: () => void;
  /** Closes the panel of a scan that has been deleted. `title` is that of the panel. */
  onDeleted: (title: string) => void;
}

/** The panel's title, with the end or else the start of the scan if known: "Scan of Fri, Nov 20, 2026, 11:37 PM". */
function titleOf(scan: Scan | undefined, zone: string): string {
  const times = [scan?.completedAt ?? '', scan?.startedAt ?? ''];
  const time = times.find(isTimestamp);
  return time === undefined
    ? 'Scan'
    : `Scan of ${dayAndTime(Date.parse(time), zone, pageLocale())}`;
}

interface ScanContentProps {
  scanId: string;
  zone: string;
  scan: UseQueryResult<Scan>;
}

/** A scan's status and times, and what was measured in it. */
function ScanContent({ scanId, zone, scan }: ScanContentProps) {
  const { siteId } = useSite();
  const options = filtersQuery(siteId, scanId);
  const measured = useQuery({
    ...options,
    // The status is part of the key, so that the list is reloaded whenever the scan's status changes.
    queryKey: [...options.queryKey, scan.data?.status ?? null],
    enabled: scan.data !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: isUnderway(scan.data?.status) ? refreshInterval : false,
  });
  const siteOptions = useQuery(filtersQuery(siteId));
  const measuredProps = scan.data &&
    measured.data && {
      measured: measured.data,
      sitePlatforms: siteOptions.data?.models ?? [],
      isScanUnderway: isUnderway(scan.data.status),
    };
  return (
    <>
      {measuredProps && <SilentPlatforms {...measuredProps} />}
      {scan.data && <ScanDetails scan={scan.data} zone={zone} />}
      {scan.isPending && (
        <Loading label="Loading the scan">
          <div className={styles['blocks']}>
            {['6rem', '12rem', '11rem', '13rem', '5rem'].map((width) => (
              <Block key={width} width={width} height="1rem" />
            ))}
          </div>
        </Loading>
      )}
      {scan.error && (
        <Failure
          title={
            scan.data
              ? `The scan could not be refreshed; these details are from ${dayAndTime(scan.dataUpdatedAt, zone, pageLocale())}`
              : 'The scan could not be loaded'
          }
          error={scan.error}
          onRetry={() => void scan.refetch()}
        />
      )}
      {scan.data && (
        <section className={styles['section']}>
          <h3>Measured in this scan</h3>
          {measuredProps && <MeasuredDetails {...measuredProps} />}
          {measured.isPending && (
            <Loading label="Loading measurement details">
              <Block width="100%" height="5rem" />
            </Loading>
          )}
          {measured.error && (
            <Failure
              title="The measurement details could not be loaded"
              error={measured.error}
              onRetry={() => void measured.refetch()}
            />
          )}
        </section>
      )}
    </>
  );
}

/**
 * One scan: its values, its status and times, and what was measured in it. All but the values are refreshed until it
 * ends.
 */
export function ScanPanel(props: ScanPanelProps) {
  const { siteId } = useSite();
  const { scanId, zone, view, onScan, onClose, onDeleted } = props;
  const canSetUp = useCanSetUp();
  const scan = useQuery({
    ...scanQuery(siteId, scanId),
    refetchInterval: ({ state }) => (isUnderway(state.data?.status) ? refreshInterval : false),
  });
  const title = titleOf(scan.data, zone);
  return (
    <Drawer title={title} onClose={onClose}>
      {view && <ScanFigures {...{ scanId, view, onScan }} />}
      {/* The figures above stay mounted from one scan to the next, so that their buttons keep the focus. */}
      <ScanContent key={scanId} {...{ scanId, zone, scan }} />
      {canSetUp && scan.data && (
        <Suspense>
          <DeleteScan key={scanId} scanId={scanId} onDeleted={() => onDeleted(title)} />
        </Suspense>
      )}
    </Drawer>
  );
}
