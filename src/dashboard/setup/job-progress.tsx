import type { SetupJob } from '../../contract/sightline/setup.ts';
import { countText } from '../../figures/formats/counts.ts';
import { pageLocale } from '../locale.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './setup.module.css';

/** What a save is doing, without figures. `job` is null until it is known. */
function describeStep(job: SetupJob | null): string {
  if (job === null) return 'Saving';
  if (job.state === 'waiting') return 'Waiting for another import to finish';
  return job.state === 'measuring' ? 'Reading stored answers again' : 'Checking the changes';
}

interface JobProgressProps {
  /** Null until it is known. */
  job: SetupJob | null;
  /** Whether a scan starts after the save, and whether it is being started. */
  run: { isWanted: boolean; isBusy: boolean };
}

/** The progress of a save that takes longer, and of the start of a scan after it. */
export function JobProgress({ job, run }: JobProgressProps) {
  if (run.isBusy) return <p role="status">Starting the scan…</p>;
  const remark = run.isWanted
    ? 'The scan starts then, unless you leave this page.'
    : 'You can leave this page.';
  const step = describeStep(job);
  const total = job?.state === 'measuring' ? job.answersToRead : null;
  const read = job?.answersRead ?? 0;
  return (
    <div className={styles['progress']}>
      {/* Announces only that a step has begun, not every figure. */}
      <div role="status">
        <VisuallyHidden>
          {step}. {remark}
        </VisuallyHidden>
      </div>
      <p>
        {total === null
          ? step
          : `Reading ${countText(read, pageLocale())} of ${countText(total, pageLocale())} answers again`}
        . <small>{remark}</small>
      </p>
      <progress aria-label="Progress of the save" {...(total ? { value: read, max: total } : {})} />
    </div>
  );
}
