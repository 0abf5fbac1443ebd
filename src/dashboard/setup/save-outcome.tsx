import { problemTypes } from '../../contract/problem.ts';
import { ApiError } from '../api/errors.ts';
import { Notice } from '../ui/notice.tsx';
import { ClientConflict } from './save-client.ts';
import { SaveFailure } from './save-failure.tsx';

/** What the last save came to. */
export type Outcome =
  | { kind: 'saved'; sentences: readonly string[] }
  | { kind: 'failed'; reasons: readonly string[] };

/** Whether nothing was saved because someone else has saved meanwhile. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ClientConflict ||
  (error instanceof ApiError && error.problemType === problemTypes.setupChanged);

/** Why a save failed; nothing after a conflict, which `OthersChanges` explains. */
export function SaveError({ error }: { error: unknown }) {
  if (isConflict(error)) return null;
  return <SaveFailure title="The set-up could not be saved" error={error} />;
}

/** What the last save came to, or that there are unsaved changes. */
export function SaveOutcome({ outcome, isDirty }: { outcome: Outcome | null; isDirty: boolean }) {
  const reasons = outcome?.kind === 'failed' ? outcome.reasons : [];
  return (
    <>
      {reasons.map((reason) => (
        <Notice key={reason} tone="bad">
          {reason}
        </Notice>
      ))}
      <p role="status">
        {isDirty
          ? 'Unsaved changes'
          : outcome?.kind === 'saved' && ['Saved.', ...outcome.sentences].join(' ')}
      </p>
    </>
  );
}
