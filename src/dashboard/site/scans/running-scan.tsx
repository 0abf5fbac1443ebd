import { useId, useState } from 'react';
import type { CollectedScan } from '../../../contract/sightline/collect.ts';
import { cancelScan } from '../../api/sightline/collection.ts';
import { describeProgress, percentDone } from '../../collecting/progress-words.ts';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ActionFailure } from './action-failure.tsx';
import { stateWord } from './scan-words.ts';
import styles from './scans.module.css';
import { useScanAction } from './use-scan-action.ts';

const headings = new Map([
  ['queued', 'The scan is about to start'],
  ['running', 'Scan running'],
  ['importing', 'Measuring the answers'],
]);

/** The last quarter that a percentage has reached, so that screen readers announce four steps rather than every one. */
const quarterOf = (percent: number): number => Math.floor(percent / 25) * 25;

/** The progress of a scan that has not ended, and the button that cancels it. */
export function RunningScan({ scan }: { scan: CollectedScan }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useScanAction((call) => cancelScan(call, scan.id));
  const headingId = useId();
  const percent = percentDone(scan);
  const isCancelling = scan.cancelling === true || cancel.isPending || cancel.isSuccess;
  const heading = isCancelling
    ? 'The scan is being cancelled'
    : (headings.get(scan.state ?? '') ?? stateWord(scan.state));
  const canCancel = !isCancelling && scan.state !== 'importing';
  return (
    <>
      <div className={styles['outlook']}>
        <h2 id={headingId}>{heading}</h2>
        {canCancel && !isAsking && (
          <Button onClick={() => setAsking(true)} autoFocus={cancel.isError}>
            Cancel…
          </Button>
        )}
      </div>
      <progress
        className={styles['progress']}
        value={percent}
        max={100}
        aria-labelledby={headingId}
      />
      <p className={styles['facts']}>{describeProgress(scan)}</p>
      <VisuallyHidden>
        <span role="status">
          {heading}
          {scan.state === 'running' && `, ${quarterOf(percent)}% done`}
        </span>
      </VisuallyHidden>
      {isAsking && canCancel && (
        <fieldset className={styles['confirm']} aria-label="Cancel the scan">
          <p>
            Asks no more questions. What was answered is kept, and measured where at least 80% of a
            platform’s questions in a region were answered.
          </p>
          <div className={styles['actions']}>
            <Button
              look="strong"
              onClick={() => {
                setAsking(false);
                cancel.mutate();
              }}
            >
              Cancel the scan
            </Button>
            <Button autoFocus onClick={() => setAsking(false)}>
              Let it run
            </Button>
          </div>
        </fieldset>
      )}
      <ActionFailure title="The scan was not cancelled" error={cancel.error} />
    </>
  );
}
