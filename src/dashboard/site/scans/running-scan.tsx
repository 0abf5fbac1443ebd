import { type RefObject, useId, useRef, useState } from 'react';
import type { ScanRun } from '../../../contract/sightline/scans.ts';
import { cancelScan } from '../../api/sightline/scan-runs.ts';
import { describeProgress, percentDone } from '../../scans/progress-words.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ActionFailure } from './action-failure.tsx';
import { Holdups } from './holdups.tsx';
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

interface ConfirmationProps {
  /** Takes the focus when nothing is left to confirm. */
  card: RefObject<HTMLElement | null>;
  onCancel: () => void;
  onKeep: () => void;
}

/** Asks before a scan is cancelled. */
function Confirmation({ card, onCancel, onKeep }: ConfirmationProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  useFocusFallback(box, card);
  return (
    <fieldset ref={box} className={styles['confirm']} aria-label="Cancel the scan">
      <p>
        Asks no more questions. What was answered is kept, but the scan has figures only if at least
        80% of the questions were answered on every platform in every region.
      </p>
      <div className={styles['actions']}>
        <Button look="strong" onClick={onCancel}>
          Cancel the scan
        </Button>
        <Button autoFocus onClick={onKeep}>
          Let it run
        </Button>
      </div>
    </fieldset>
  );
}

/**
 * The progress of a scan that has not ended, and the button that cancels it.
 * @param card the element around it, which takes the focus when what has it is gone
 */
export function RunningScan({
  scan,
  zone,
  card,
}: {
  scan: ScanRun;
  zone: string;
  card: RefObject<HTMLElement | null>;
}) {
  const [step, setStep] = useState<'start' | 'asking' | 'answered'>('start');
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
        {canCancel && step !== 'asking' && (
          <Button autoFocus={step === 'answered'} onClick={() => setStep('asking')}>
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
      <Holdups scan={scan} zone={zone} />
      <VisuallyHidden>
        <span role="status">
          {heading}
          {scan.state === 'running' && `, ${quarterOf(percent)}% done`}
        </span>
      </VisuallyHidden>
      {step === 'asking' && canCancel && (
        <Confirmation
          card={card}
          onCancel={() => {
            setStep('answered');
            cancel.mutate();
          }}
          onKeep={() => setStep('answered')}
        />
      )}
      <ActionFailure title="The scan was not cancelled" error={cancel.error} />
    </>
  );
}
