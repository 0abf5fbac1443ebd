import { QueueFull } from '../limits/fair-queue.ts';
import { PassphrasesBusy } from '../limits/passphrase-hasher.ts';
import { FieldsRefused, TooManyJobs } from '../setup/setup-jobs.ts';
import { StoreDamaged, StoreFull, StoreUnavailable, StoreUncertain } from '../store/store.ts';
import { ProblemError } from './problem-error.ts';
import {
  createDamagedProblem,
  createInternalProblem,
  createInvalidFieldsProblem,
  createPassphrasesBusyProblem,
  createStorageFullProblem,
  createTooManyJobsProblem,
  createTooManyWaitingCallsProblem,
  createUnavailableProblem,
  createUncertainProblem,
} from './problems.ts';

/** Why a call was refused; null if an error says instead that something failed. */
function refusalOf(error: unknown): ProblemError | null {
  if (error instanceof ProblemError) return error;
  if (error instanceof FieldsRefused) return createInvalidFieldsProblem(error.faults);
  if (error instanceof TooManyJobs) return createTooManyJobsProblem();
  if (error instanceof QueueFull) return createTooManyWaitingCallsProblem();
  return error instanceof PassphrasesBusy ? createPassphrasesBusyProblem() : null;
}

/** Whether an error says why a call was refused, instead of that something failed. */
export const isRefusal = (error: unknown): boolean => refusalOf(error) !== null;

/** The problem that an error is to the caller. */
export function problemOf(error: unknown): ProblemError {
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  if (error instanceof StoreUncertain) return createUncertainProblem();
  if (error instanceof StoreDamaged) return createDamagedProblem();
  if (error instanceof StoreUnavailable) return createUnavailableProblem();
  if (error instanceof StoreFull) return createStorageFullProblem();
  return createInternalProblem();
}
