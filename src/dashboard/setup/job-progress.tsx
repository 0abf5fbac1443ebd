import type { SetupJob } from '../../contract/sightline/setup.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { describeProgress } from './mention-words.ts';
import styles from './setup.module.css';

/** What screen readers announce: only that a step has begun, not every figure. */
const stepNames = new Map<string | null, string>([
  ['waiting', 'Waiting for another import to finish.'],
  ['checking', 'Checking the changes.'],
  ['measuring', 'Reading stored answers again.'],
]);

/** The progress of a save that takes longer. `job` is null until it is known. */
export function JobProgress({ job }: { job: SetupJob | null }) {
  const { answersRead = null, answersToRead = null } = job ?? {};
  return (
    <div className={styles['progress']}>
      <div role="status">
        <VisuallyHidden>
          {stepNames.get(job?.state ?? null) ?? 'Saving.'} You can leave this page.
        </VisuallyHidden>
      </div>
      <p>
        {job ? describeProgress(job) : 'Saving'}. <small>You can leave this page.</small>
      </p>
      <progress
        aria-label="Progress of the save"
        {...(job?.state === 'measuring' && answersToRead
          ? { value: answersRead ?? 0, max: answersToRead }
          : {})}
      />
    </div>
  );
}
