import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** Shown beside the label, such as "optional". */
  remark?: string;
  hint?: ReactNode;
  /** Why the value is refused. */
  error?: string | undefined;
  /** Renders the control with what connects it to label, hint and error. */
  children: (connection: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** A control with its label, and with its hint and error below. */
export function Field({ label, remark, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [...(error === undefined ? [] : [errorId]), ...(hint ? [hintId] : [])];
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>
        {label}
        {remark && <small> {remark}</small>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy.join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}
