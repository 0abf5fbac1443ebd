import { useQuery } from '@tanstack/react-query';
import type { FilterOptions, Scan } from '../../../contract/resources.ts';
import { filtersQuery, scanQuery } from '../../api/queries.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { Facts, wordsOr } from './facts.tsx';
import styles from './panels.module.css';
import { duration, zonedAndUtc } from './scan-time.ts';

/** While a scan goes on it is asked for this often, in milliseconds. */
const refreshEvery = 5000;

const statuses: Partial<Record<string, string>> = {
  queued: 'Queued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
};
const isUnderway = (status: string | null | undefined): boolean =>
  status === 'queued' || status === 'running';

function Time({ text, zone, absent }: { text: string | null; zone: string; absent: string }) {
  if (text === null || text === '') return <span className={styles['absent']}>{absent}</span>;
  const { local, utc } = zonedAndUtc(text, zone, undefined);
  return (
    <>
      {local}
      {utc !== null && <small>{utc}</small>}
    </>
  );
}

function ScanFacts({ scan, zone }: { scan: Scan; zone: string }) {
  const status = scan.status ?? '';
  const underway = isUnderway(status);
  const later = underway ? 'not yet' : 'unknown';
  return (
    <>
      <Facts
        facts={[
          [
            'Status',
            statuses[status] ?? (status === '' ? 'unknown' : `${status} (unknown status)`),
          ],
          ['Created', <Time key="t" text={scan.createdAt} zone={zone} absent="unknown" />],
          ['Started', <Time key="t" text={scan.startedAt} zone={zone} absent={later} />],
          [
            status === 'failed' ? 'Ended' : 'Completed',
            <Time key="t" text={scan.completedAt} zone={zone} absent={later} />,
          ],
          ['Duration', duration(scan.startedAt, scan.completedAt, undefined)],
          ['Scan ID', <code key="i">{scan.id}</code>],
        ]}
      />
      {underway && (
        <p role="status" className={styles['hint']}>
          Still {status}: this refreshes by itself.
        </p>
      )}
    </>
  );
}

const named = (list: readonly { value: string; label: string | null }[]) =>
  list.map(({ value, label }) => label || value);

function Measured({ options }: { options: FilterOptions }) {
  const facts = [
    ['AI platforms', options.models.map(({ id, name }) => name || id)],
    ['Regions', options.regions.map(({ code, label }) => label || code)],
    ['Brands', options.brands.map(({ id, label }) => label || id)],
    ['Journey stages', named(options.journeyStages)],
    ['Tags', named(options.tags)],
    ['Categories', named(options.categories)],
    ['Products', named(options.products)],
    ['Personas', named(options.personas)],
  ] as const;
  if (facts.every(([, words]) => words.length === 0)) {
    return <p className={styles['hint']}>Nothing.</p>;
  }
  return <Facts facts={facts.map(([name, words]) => [name, wordsOr(words)])} />;
}

interface ScanPanelProps {
  siteId: string;
  scanId: string;
  zone: string;
  onClose: () => void;
}

/** One scan: its status and times, kept fresh while it goes on, and what was measured in it. */
export function ScanPanel({ siteId, scanId, zone, onClose }: ScanPanelProps) {
  const scan = useQuery({
    ...scanQuery(siteId, scanId),
    refetchInterval: ({ state }) => (isUnderway(state.data?.status) ? refreshEvery : false),
  });
  const measured = useQuery({ ...filtersQuery(siteId, scanId), enabled: scan.isSuccess });
  return (
    <Drawer title="Scan" onClose={onClose}>
      {scan.data && <ScanFacts scan={scan.data} zone={zone} />}
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
          what="The scan could not be loaded"
          error={scan.error}
          onRetry={() => void scan.refetch()}
        />
      )}
      {scan.data && (
        <section className={styles['section']}>
          <h3>Measured in this scan</h3>
          {measured.data && <Measured options={measured.data} />}
          {measured.isPending && (
            <Loading label="Loading what was measured">
              <Block width="100%" height="5rem" />
            </Loading>
          )}
          {measured.error && (
            <Failure
              what="What was measured could not be loaded"
              error={measured.error}
              onRetry={() => void measured.refetch()}
            />
          )}
        </section>
      )}
    </Drawer>
  );
}
