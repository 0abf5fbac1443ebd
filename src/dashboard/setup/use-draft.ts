import { type Dispatch, useCallback, useReducer } from 'react';
import type { SetupDraft } from './draft.ts';
import { createDraftReducer, type DraftAction } from './draft-reducer.ts';
import { clientPrefix, type FieldErrors, scanSettingsPrefix } from './draft-request.ts';

/** The faults of the last attempt to save. */
export interface Attempt {
  /** Increases with every attempt, so that each moves focus to the first faulty field. */
  number: number;
  errors: FieldErrors;
}

interface DraftState {
  draft: SetupDraft;
  attempt: Attempt;
}

interface Draft extends DraftState {
  dispatch: Dispatch<DraftAction>;
  /** Shows errors at their fields, and focuses the first. */
  fail: (errors: FieldErrors) => void;
}

/** What is in a field, by its name in the errors; the whole item if that has no such field. */
function valueAt(draft: SetupDraft, name: string) {
  const { client, site, brand, competitors, questions, collection } = draft;
  const [start = '', field = ''] = name.split('.');
  const parts = new Map<string, object | null>([
    [clientPrefix.slice(0, -1), client],
    ['site', site],
    [scanSettingsPrefix.slice(0, -1), collection],
  ]);
  const item =
    parts.get(start) ??
    [brand, ...competitors, ...questions].find(({ key }) => key === start) ??
    {};
  return new Map<string, unknown>(Object.entries(item)).get(field) ?? item;
}

type Change = DraftAction | { type: 'fail'; errors: FieldErrors };

/** Changes the form. A field whose value changes, also because another one fills it in, loses its error. */
const createReducer = (isNew: boolean) => {
  const changeDraft = createDraftReducer(isNew);
  return ({ draft, attempt }: DraftState, change: Change): DraftState => {
    if (change.type === 'fail')
      return { draft, attempt: { number: attempt.number + 1, errors: change.errors } };
    const changed = changeDraft(draft, change);
    const kept = [...attempt.errors].filter(
      ([field]) =>
        change.type !== 'replace' &&
        field !== 'form' &&
        valueAt(draft, field) === valueAt(changed, field),
    );
    const isEveryKept = kept.length === attempt.errors.size;
    return {
      draft: changed,
      attempt: isEveryKept ? attempt : { ...attempt, errors: new Map(kept) },
    };
  };
};
const newReducer = createReducer(true);
const storedReducer = createReducer(false);

/** What is in the form, and the errors of the last attempt to save it. */
export function useDraft(kind: 'new' | 'stored', create: () => SetupDraft): Draft {
  const [state, dispatch] = useReducer(
    kind === 'new' ? newReducer : storedReducer,
    null,
    (): DraftState => ({ draft: create(), attempt: { number: 0, errors: new Map() } }),
  );
  const fail = useCallback((errors: FieldErrors) => dispatch({ type: 'fail', errors }), []);
  return { ...state, dispatch, fail };
}
