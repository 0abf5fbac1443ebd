import { type Dispatch, useCallback, useReducer } from 'react';
import type { SetupDraft } from './draft.ts';
import { createDraftReducer, type DraftAction } from './draft-reducer.ts';
import type { FieldErrors } from './draft-request.ts';
import type { Attempt } from './setup-form.tsx';
import { useAttempt } from './use-attempt.ts';

interface Draft {
  draft: SetupDraft;
  dispatch: Dispatch<DraftAction>;
  attempt: Attempt;
  /** Shows errors at their fields, and focuses the first. */
  fail: (errors: FieldErrors) => void;
}

const newReducer = createDraftReducer(true);
const storedReducer = createDraftReducer(false);

/** What is in the form, and the errors of the last attempt to save it. */
export function useDraft(kind: 'new' | 'stored', create: () => SetupDraft): Draft {
  const [draft, change] = useReducer(kind === 'new' ? newReducer : storedReducer, null, create);
  const { attempt, fail, forget } = useAttempt();
  const dispatch = useCallback(
    (action: DraftAction) => {
      change(action);
      forget(action);
    },
    [forget],
  );
  return { draft, dispatch, attempt, fail };
}
