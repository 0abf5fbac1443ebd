import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { SetupJob } from '../../../contract/sightline/setup.ts';
import { hasEnded, setupJobQuery } from './setup-jobs.ts';

/**
 * How far a change of the set-up is. `waiting`: the service has accepted it and goes on in the background. `lost`: it has
 * accepted it, but its progress could not be loaded. `refused`: it could not make the accepted change, for the reason in
 * `reason`.
 */
export type ChangeState =
  | { kind: 'idle' | 'sending' | 'done' }
  | { kind: 'waiting'; job: SetupJob }
  | { kind: 'failed'; error: Error }
  | { kind: 'lost'; error: Error; retry: () => void }
  | { kind: 'refused'; reason: string };

const defaultReason = 'The service gave no reason. Nothing was changed.';

/**
 * Makes a change, and follows its job if the service makes it later. `isBusy` is true until it is made or has failed.
 * @param change sends the change, and returns the job to follow, or null if it has been made.
 * @param onDone called once after the change has been made.
 * @param onFailed called if the change could not be sent.
 */
export function useChange<Variables = void>(
  change: (variables: Variables) => Promise<SetupJob | null>,
  onDone: () => void,
  onFailed?: (error: Error, variables: Variables) => void,
) {
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: (job) => {
      if (job === null) onDone();
    },
    onError: (error, variables) => onFailed?.(error, variables),
  });
  const started = mutation.data ?? null;
  const job = useQuery(setupJobQuery(started?.id ?? null));
  const newest = started && (job.data ?? started);
  const doneJobId = newest?.state === 'done' ? newest.id : null;
  const handleDone = useEffectEvent(onDone);
  useEffect(() => {
    if (doneJobId !== null) handleDone();
  }, [doneJobId]);

  const stateOf = (): ChangeState => {
    if (mutation.isPending) return { kind: 'sending' };
    if (mutation.error) return { kind: 'failed', error: mutation.error };
    if (newest === null) return { kind: mutation.isSuccess ? 'done' : 'idle' };
    if (newest.state === 'done') return { kind: 'done' };
    if (hasEnded(newest)) return { kind: 'refused', reason: newest.failure ?? defaultReason };
    if (job.error) return { kind: 'lost', error: job.error, retry: () => void job.refetch() };
    return { kind: 'waiting', job: newest };
  };
  const state = stateOf();
  return {
    state,
    isBusy: state.kind === 'sending' || state.kind === 'waiting',
    send: (variables: Variables) => mutation.mutate(variables),
  };
}
