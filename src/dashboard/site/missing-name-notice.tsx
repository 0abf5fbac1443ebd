import { ApiError } from '../api/errors.ts';
import { Notice } from '../ui/notice.tsx';

/** Explains why a name is missing, if the list that would contain it could not be loaded in full. */
export function MissingNameNotice({ error, noun }: { error: unknown; noun: 'client' | 'site' }) {
  if (!(error instanceof ApiError) || error.kind !== 'incomplete') return null;
  return (
    <Notice tone="warn">
      The name of this {noun} could not be found. {error.reason}
    </Notice>
  );
}
