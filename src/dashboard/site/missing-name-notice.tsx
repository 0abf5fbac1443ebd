import { ApiError } from '../api/errors.ts';
import { Notice } from '../ui/notice.tsx';

/** Explains a missing name if the list that would contain it could not be read to the end. */
export function MissingNameNotice({ error, what }: { error: unknown; what: 'client' | 'site' }) {
  if (!(error instanceof ApiError) || error.kind !== 'incomplete') return null;
  return (
    <Notice tone="warn">
      The name of this {what} could not be found. {error.reason}
    </Notice>
  );
}
