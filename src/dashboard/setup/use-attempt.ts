import { useCallback, useState } from 'react';
import type { DraftAction } from './draft-reducer.ts';
import { clientPrefix, type FieldErrors } from './draft-request.ts';
import type { Attempt } from './setup-form.tsx';

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
export function useAttempt() {
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
