import { ApiError } from '../api/errors.ts';
import { Failure } from '../ui/failure.tsx';
import type { CheckedRequest, FieldErrors } from './draft-request.ts';

/** The service's faults at the fields of the form; empty if the error names none. */
export const errorsAtFields = (
  error: unknown,
  { place }: Pick<CheckedRequest<unknown>, 'place'>,
): FieldErrors => (error instanceof ApiError ? place(error.faults) : new Map());

/** Why a save failed, unless the form shows the reason at its fields. */
export function SaveFailure({ error, title }: { error: unknown; title: string }) {
  if (error === null || (error instanceof ApiError && error.faults.length > 0)) return null;
  return <Failure title={title} error={error} />;
}
