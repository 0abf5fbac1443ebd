import type { ReactNode } from 'react';
import type { ChangeState } from '../api/sightline/use-change.ts';
import { Failure } from './failure.tsx';
import { Notice } from './notice.tsx';

interface ChangeOutcomeProps {
  state: ChangeState;
  /** What failed, without a full stop: "The site could not be deleted". */
  failureTitle: string;
  /** What happens once it is the change's turn: "the site is deleted". */
  promise: ReactNode;
}

/** Says that a change is still waiting, or why it failed; nothing otherwise. */
export function ChangeOutcome({ state, failureTitle, promise }: ChangeOutcomeProps) {
  switch (state.kind) {
    case 'waiting':
      return (
        <Notice>
          The change is waiting for its turn. Then {promise}, even if you leave the page.
        </Notice>
      );
    case 'refused':
      return (
        <Notice tone="bad">
          {failureTitle}. {state.reason}
        </Notice>
      );
    case 'failed':
      return <Failure title={failureTitle} error={state.error} />;
    case 'lost':
      return (
        <Failure
          title="The progress of the change could not be loaded"
          error={state.error}
          onRetry={state.retry}
        />
      );
    default:
      return null;
  }
}
