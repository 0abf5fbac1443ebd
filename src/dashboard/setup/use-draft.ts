import { type Dispatch, useCallback, useReducer, useState } from 'react';
import type { SetupDraft } from './draft.ts';
import { createDraftReducer, type DraftAction } from './draft-reducer.ts';
import { clientPrefix, type FieldErrors } from './draft-request.ts';

/** The faults of the last attempt to save. */
export interface Attempt {
  /** Increases with every attempt, so that each moves focus to the first faulty field. */
  number: number;
  errors: FieldErrors;
}

interface Draft {
  draft: SetupDraft;
  dispatch: Dispatch<DraftAction>;
  attempt: Attempt;
  /** Shows errors at their fields, and focuses the first. */
  fail: (errors: FieldErrors) => void;
}

const newReducer = createDraftReducer(true);
const storedReducer = createDraftReducer(false);

/** Whether a change of the form concerns a field, whose error is then out of date. */
function concerns(action: DraftAction, field: string): boolean {
  if (action.type === 'client') {
    return Object.keys(action.fields).some((name) => field === `${clientPrefix}${name}`);
  }
  if (action.type === 'site') return field.startsWith('site.');
  if ('key' in action) return field.startsWith(`${action.key}.`);
  return action.type === 'replace' || action.type === 'questions';
}

/** The errors of the last attempt to save. A change of a field removes its errors. */
function useAttempt() {
  const [attempt, setAttempt] = useState<Attempt>({ number: 0, errors: new Map() });
  const fail = useCallback(
    (errors: FieldErrors) => setAttempt(({ number }) => ({ number: number + 1, errors })),
    [],
  );
  const forget = useCallback(
    (action: DraftAction) =>
      setAttempt((current) => {
        const kept = [...current.errors].filter(
          ([field]) => field !== 'form' && !concerns(action, field),
        );
        return kept.length === current.errors.size
          ? current
          : { ...current, errors: new Map(kept) };
      }),
    [],
  );
  return { attempt, fail, forget };
}

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
