import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { SetupJob } from '../../../contract/sightline/setup.ts';
import { hasEnded, setupJobQuery } from './setup-jobs.ts';

/**
 * How far a change of the set-up is. `waiting`: the service has accepted it and makes it once another import has
 * ended. `refused`: the service could not make the accepted change, for the reason in `reason`.
 */
export type ChangeState =
  | { kind: 'idle' | 'sending' | 'waiting' | 'done' }
  | { kind: 'failed'; error: Error }
  | { kind: 'refused'; reason: string };

const defaultReason = 'The service gave no reason. Nothing was changed.';

/**
 * Makes a change, and follows its job if the service makes it later.
 * @param change sends the change, and returns the job to follow, or null if it has been made.
 * @param onDone called once after the change has been made.
 */
export function useChange(change: () => Promise<SetupJob | null>, onDone: () => void) {
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: (job) => {
      if (job === null) onDone();
    },
  });
  const started = mutation.data ?? null;
  const job = useQuery({ ...setupJobQuery(started?.id ?? ''), enabled: started !== null });
  const newest = started && (job.data ?? started);
  const doneJobId = newest?.state === 'done' ? newest.id : null;
  const handleDone = useEffectEvent(onDone);
  useEffect(() => {
    if (doneJobId !== null) handleDone();
  }, [doneJobId]);

  const stateOf = (): ChangeState => {
    if (mutation.isPending) return { kind: 'sending' };
    const error = mutation.error ?? (started === null ? null : job.error);
    if (error !== null) return { kind: 'failed', error };
    if (newest === null) return { kind: mutation.isSuccess ? 'done' : 'idle' };
    if (newest.state === 'done') return { kind: 'done' };
    return hasEnded(newest)
      ? { kind: 'refused', reason: newest.failure ?? defaultReason }
      : { kind: 'waiting' };
  };
  return { state: stateOf(), send: () => mutation.mutate() };
}
