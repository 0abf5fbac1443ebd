import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isSameId } from '../../../contract/fields.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { deleteScan } from '../../api/sightline/deletions.ts';
import { allScansQuery } from '../../api/sightline/scans.ts';
import { useChange } from '../../api/sightline/use-change.ts';
import { scanQuery } from '../../api/site-queries.ts';
import { useCapability, usePageSettings } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeOutcome } from '../../ui/change-outcome.tsx';
import { DangerButton } from '../../ui/danger-button.tsx';
import { useSite } from '../../use-site.ts';
import styles from './panels.module.css';

interface DeleteScanProps {
  scanId: string;
  /** Closes the panel of the scan, and says that it has been deleted. */
  onDeleted: () => void;
}

/** Deletes the scan after a confirmation, and then reloads what the page shows. */
export function DeleteScan({ scanId, onDeleted }: DeleteScanProps) {
  const [step, setStep] = useState<'start' | 'confirming' | 'cancelled'>('start');
  return (
    <section className={styles['section']}>
      {step === 'confirming' ? (
        <Confirmation {...{ scanId, onDeleted }} onCancel={() => setStep('cancelled')} />
      ) : (
        <div>
          <Button autoFocus={step === 'cancelled'} onClick={() => setStep('confirming')}>
            Delete this scan…
          </Button>
        </div>
      )}
    </section>
  );
}

/** "its 312 answers". */
function describeAnswers(answers: number | null): string {
  if (answers === null) return 'its answers';
  if (answers === 0) return 'no answers';
  return `its ${countWithNoun(answers, 'answer', 'answers', pageLocale())}`;
}

function Confirmation({ scanId, onDeleted, onCancel }: DeleteScanProps & { onCancel: () => void }) {
  const { siteId } = useSite();
  const { session } = usePageSettings();
  const queries = useQueryClient();
  const hasScans = useCapability('scans');
  const { data: scans } = useQuery({ ...allScansQuery(siteId), enabled: hasScans });
  const answers = scans?.find(({ id }) => isSameId(id, scanId))?.answers ?? null;
  const { state, isBusy, send } = useChange(
    () => deleteScan(session?.id ?? null, siteId, scanId),
    () => {
      onDeleted();
      const [kind] = scanQuery(siteId, scanId).queryKey;
      // The scan itself is left out, since it no longer exists.
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => !(queryKey[0] === kind && queryKey[2] === scanId),
      });
    },
  );
  return (
    <fieldset className={styles['confirm']} aria-label="Delete this scan">
      <p>
        Deletes the scan with {describeAnswers(answers)}. The figures of this site no longer include
        it. This cannot be undone. Backups keep the data until you delete them.
      </p>
      <ChangeOutcome
        state={state}
        failureTitle="The scan could not be deleted"
        promise="the scan is deleted"
      />
      <div className={styles['steps']}>
        <DangerButton isUnavailable={isBusy} onClick={() => send()}>
          {isBusy ? 'Deleting…' : 'Delete the scan'}
        </DangerButton>
        <Button autoFocus onClick={onCancel}>
          {state.kind === 'waiting' ? 'Close' : 'Keep it'}
        </Button>
      </div>
    </fieldset>
  );
}
