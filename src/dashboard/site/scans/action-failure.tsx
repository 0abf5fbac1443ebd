import { ApiError } from '../../api/errors.ts';
import { Failure } from '../../ui/failure.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Why a scan was not started, cancelled or retried; nothing if `error` is null. `title` has no full stop. */
export function ActionFailure({ title, error }: { title: string; error: unknown }) {
  if (error === null) return null;
  // The service says in words why it refuses.
  if (error instanceof ApiError && error.kind === 'refused' && error.reason !== null)
    return (
      <Notice tone="bad">
        {title}. {error.reason}
      </Notice>
    );
  return <Failure title={title} error={error} />;
}
