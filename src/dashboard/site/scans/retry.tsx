import { type RefObject, useRef } from 'react';
import type { ScanRun } from '../../../contract/sightline/scans.ts';
import { retryScan } from '../../api/sightline/scan-runs.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { ActionFailure } from './action-failure.tsx';
import { wasCancelled } from './scan-words.ts';
import styles from './scans.module.css';
import { useScanAction } from './use-scan-action.ts';

interface RetryProps {
  scan: ScanRun;
  /** Takes the focus when the scan begins and the button goes. */
  next: RefObject<HTMLElement | null>;
}

/** Asks the questions of a scan that were not answered. */
export function Retry({ scan, next }: RetryProps) {
  const retry = useScanAction((call) => retryScan(call, scan.id));
  // Questions that a cancelled scan left out have not failed.
  const label = wasCancelled(scan) ? 'Retry what was not answered' : 'Retry what failed';
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box, next);
  return (
    <div ref={box} className={styles['retry']}>
      <Button isUnavailable={retry.isPending} onClick={() => retry.mutate()}>
        {retry.isPending ? 'Starting…' : label}
      </Button>
      <ActionFailure title="Nothing was asked again" error={retry.error} />
    </div>
  );
}
