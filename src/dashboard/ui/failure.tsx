import { useRef, useState } from 'react';
import { ApiError, describeError, isNotFound, technicalDetails } from '../api/errors.ts';
import { notFoundTypeOf, withProblemType } from '../api/not-found-type.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import styles from './failure.module.css';
import { useFocusFallback } from './use-focus-fallback.ts';

interface FailureProps {
  /** What failed, without a full stop: "The sites could not be loaded". */
  title: string;
  error: unknown;
  onRetry?: () => void;
}

/** If the error is a 404 without a known problem type, adds the type that its endpoint implies, if any. */
function withInferredType(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const inferredType = notFoundTypeOf(error);
  return inferredType === null ? error : withProblemType(error, inferredType);
}

/** Whether the service itself named what is missing; a 404 without a type may come from any proxy. */
const isConfirmedMissing = (error: unknown): boolean =>
  error instanceof ApiError &&
  // An `ApiError` as the cause means that the page inferred the type.
  !(error.cause instanceof ApiError) &&
  error.problemType !== null &&
  error.problemType === notFoundTypeOf(error);

/** Shows what failed and why, **Try again** where that could help, and technical details that can be copied. */
export function Failure({ title, error, onRetry }: FailureProps) {
  const [isCopied, setCopied] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  const details = technicalDetails(error);
  const isMissing = isNotFound(error);
  // The message for a 404 already says that something was not found.
  const reason = !isMissing && error instanceof ApiError ? error.reason : null;
  return (
    <div ref={box} className={styles['failure']} role="alert">
      <p className={styles['title']}>{title}</p>
      <p className={styles['reason']}>
        {describeError(withInferredType(error))}
        {reason && ` Reason: “${reason}”`}
      </p>
      {onRetry && !isConfirmedMissing(error) && <Button onClick={onRetry}>Try again</Button>}
      <details className={styles['details']}>
        <summary>Technical details</summary>
        <pre>{details}</pre>
        <Button look="quiet" onClick={() => void copyText(details).then(setCopied)}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </details>
    </div>
  );
}
