import { useRef } from 'react';
import { cancelledRemark, type ScanRun } from '../../../contract/sightline/scans.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { dayAndTime } from '../../../figures/formats/dates.ts';
import { pageLocale } from '../../locale.ts';
import { money } from '../../scans/money.ts';
import { describeAnswered } from '../../scans/progress-words.ts';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { formatDuration } from '../panels/scan-time.ts';
import { Retry } from './retry.tsx';
import type { ListedScan } from './scan-rows.ts';
import { durationOf, stateOf, stateWord, summarizeFailures, wasCancelled } from './scan-words.ts';
import styles from './scans.module.css';

interface Row {
  /** In a few words. */
  state: string;
  hasFailed: boolean;
  wasCancelled: boolean;
  /** Who or what started it. */
  origin: string;
  answers: string;
  duration: string | null;
  cost: string | null;
  remarks: readonly string[];
}

function originOf({ scheduled, requestedBy }: ScanRun): string {
  if (scheduled) return 'By schedule';
  return requestedBy ? `By ${requestedBy}` : 'By hand';
}

function costOf({ state, costUsd, estimateUsd }: ScanRun): string | null {
  if (state === 'skipped' || (!costUsd && !estimateUsd)) return null;
  return `${money(costUsd ?? 0)} of about ${money(estimateUsd ?? 0)}`;
}

function toRow(listed: ListedScan): Row {
  if (listed.kind === 'imported') {
    const { status, answers, startedAt, completedAt } = listed.scan;
    return {
      state: stateWord(status),
      hasFailed: status === 'failed',
      wasCancelled: false,
      origin: 'Imported',
      answers: countWithNoun(answers ?? 0, 'answer', 'answers', pageLocale()),
      duration: formatDuration(startedAt, completedAt, pageLocale()),
      cost: null,
      remarks: [],
    };
  }
  const { scan } = listed;
  return {
    state: stateOf(scan),
    hasFailed: scan.state === 'failed' && !wasCancelled(scan),
    wasCancelled: wasCancelled(scan),
    origin: originOf(scan),
    answers:
      scan.state === 'skipped'
        ? 'Nothing asked'
        : describeAnswered(scan.answered ?? 0, scan.questions ?? 0),
    duration: durationOf(scan),
    cost: costOf(scan),
    remarks: [
      // The state says already that it was cancelled.
      ...(scan.remark ? [scan.remark.replace(cancelledRemark, '').trim()] : []),
      ...summarizeFailures(scan),
    ].filter(Boolean),
  };
}

const toneOf = (row: Row): string | undefined => {
  if (row.hasFailed) return 'bad';
  return row.wasCancelled || row.remarks.length > 0 ? 'warn' : undefined;
};

interface ScanRowProps {
  listed: ListedScan;
  zone: string;
  onOpen: (scan: ListedScan) => void;
}

function ScanRow({ listed, zone, onOpen }: ScanRowProps) {
  const row = toRow(listed);
  const item = useRef<HTMLLIElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // The scan may be deleted.
  useFocusFallback(item);
  return (
    <li ref={item} className={styles['row']}>
      <div className={styles['when']}>
        <button ref={opener} type="button" data-printed onClick={() => onOpen(listed)}>
          {listed.time > 0 ? dayAndTime(listed.time, zone, pageLocale()) : 'Scan without a time'}
        </button>
        <small>
          <bdi>{row.origin}</bdi>
        </small>
      </div>
      <span className={styles['state']} data-tone={toneOf(row)}>
        {row.state}
      </span>
      <div className={styles['figures']}>
        <span>{row.answers}</span>
        <span className={styles['muted']}>{row.duration}</span>
        <span className={styles['cost']}>{row.cost}</span>
      </div>
      {row.remarks.length > 0 && (
        <ul className={styles['remarks']}>
          {row.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      {listed.kind === 'run' && listed.scan.canRetry && <Retry scan={listed.scan} next={opener} />}
    </li>
  );
}

interface ScanListProps extends Omit<ScanRowProps, 'listed'> {
  scans: readonly ListedScan[];
}

/** Every scan: when it ran, what became of it, its answers and its cost, and what failed. */
export function ScanList({ scans, ...rest }: ScanListProps) {
  return (
    <ul>
      {scans.map((listed) => (
        <ScanRow key={listed.id} listed={listed} {...rest} />
      ))}
    </ul>
  );
}
