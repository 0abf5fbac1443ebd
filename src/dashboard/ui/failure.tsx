import { useRef, useState } from 'react';
import { ApiError, inWords, technicalDetails } from '../api/errors.ts';
import { asMissing, missingOf } from '../api/which-missing.ts';
import { Button } from './button.tsx';
import styles from './failure.module.css';
import { useFocusKept } from './use-focus-kept.ts';

interface FailureProps {
  /** What failed, in plain words, without a full stop: "The sites could not be loaded". */
  what: string;
  error: unknown;
  onRetry?: () => void;
}

/** A 404 that names no kind reads as one of what its call is about. */
function typed(error: unknown): unknown {
  const missing = error instanceof ApiError ? missingOf(error) : null;
  return missing !== null && error instanceof ApiError ? asMissing(error, missing) : error;
}

/** Whether the service itself says what does not exist: a 404 without that may come from anything on the way. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
  // Else the page worked out the kind.
  !(error.cause instanceof ApiError) &&
  error.problemType !== null &&
  error.problemType === missingOf(error);

/** Shows what failed, why, **Try again** where that could help, and details to pass on. */
export function Failure({ what, error, onRetry }: FailureProps) {
  const [copied, setCopied] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useFocusKept(box);
  const details = technicalDetails(error);
  const isMissing = error instanceof ApiError && error.kind === 'notFound';
  // What is missing is said in full by its kind.
  const reason = error instanceof ApiError && !isMissing ? error.reason : null;
  return (
    <div ref={box} className={styles['failure']} role="alert">
      <p className={styles['what']}>{what}</p>
      <p className={styles['reason']}>
        {inWords(typed(error))}
        {reason && ` The service says: “${reason}”`}
      </p>
      {onRetry && !isFinal(error) && <Button onClick={onRetry}>Try again</Button>}
      <details className={styles['details']}>
        <summary>Technical details</summary>
        <pre>{details}</pre>
        <Button
          look="quiet"
          onClick={() => {
            navigator.clipboard.writeText(details).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </details>
    </div>
  );
}
