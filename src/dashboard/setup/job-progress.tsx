import type { SetupJob } from '../../contract/sightline/setup.ts';
import { countText } from '../counts.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './setup.module.css';

/** What a save is doing, without figures. `job` is null until it is known. */
function describeStep(job: SetupJob | null): string {
  if (job === null) return 'Saving';
  if (job.state === 'waiting') return 'Waiting for another import to finish';
  return job.state === 'measuring' ? 'Reading stored answers again' : 'Checking the changes';
}

/** The progress of a save that takes longer. `job` is null until it is known. */
export function JobProgress({ job }: { job: SetupJob | null }) {
  const step = describeStep(job);
  const total = job?.state === 'measuring' ? job.answersToRead : null;
  const read = job?.answersRead ?? 0;
  return (
    <div className={styles['progress']}>
      {/* Announces only that a step has begun, not every figure. */}
      <div role="status">
        <VisuallyHidden>{step}. You can leave this page.</VisuallyHidden>
      </div>
      <p>
        {total === null
          ? step
          : `Reading ${countText(read, undefined)} of ${countText(total, undefined)} answers again`}
        . <small>You can leave this page.</small>
      </p>
      <progress aria-label="Progress of the save" {...(total ? { value: read, max: total } : {})} />
    </div>
  );
}
