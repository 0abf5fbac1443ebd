import { QueueFull } from '../limits/fair-queue.ts';
import { PassphrasesBusy } from '../limits/passphrase-hasher.ts';
import { StoreDamaged, StoreFull, StoreUnavailable, StoreUncertain } from '../store/store.ts';
import {
  createDamagedProblem,
  createInternalProblem,
  createPassphrasesBusyProblem,
  createStorageFullProblem,
  createTooManyWaitingCallsProblem,
  createUnavailableProblem,
  createUncertainProblem,
} from './problems.ts';

/** The response to a call that failed with an error. */
export function createFailureResponse(error: unknown): Response {
  if (error instanceof QueueFull) return createTooManyWaitingCallsProblem();
  if (error instanceof PassphrasesBusy) return createPassphrasesBusyProblem();
  if (error instanceof StoreUncertain) return createUncertainProblem();
  if (error instanceof StoreDamaged) return createDamagedProblem();
  if (error instanceof StoreUnavailable) return createUnavailableProblem();
  if (error instanceof StoreFull) return createStorageFullProblem();
  return createInternalProblem();
}
