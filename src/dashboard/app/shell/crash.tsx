import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useTitle } from '../../ui/use-title.ts';

interface CrashProps {
  error: unknown;
  reset?: () => void;
  /** Whether the page belongs to a share, whose viewers cannot open the list of clients. */
  isShared?: boolean;
}

/** Shown in place of a page that threw an error. */
export function Crash({ error, reset, isShared = false }: CrashProps) {
  useTitle('This page could not be shown');
  return (
    <div style={{ maxWidth: '40rem', margin: '15vh auto', padding: '0 1rem' }}>
      <Failure
        title="This page could not be shown"
        error={error}
        {...(reset ? { onRetry: reset } : {})}
      />
      {!isShared && (
        <Button look="quiet" onClick={() => window.location.assign('/clients')}>
          Go to clients
        </Button>
      )}
    </div>
  );
}
