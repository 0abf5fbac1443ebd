import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import styles from './where-and-when.module.css';

/** What each checkbox of a group has: it leads to the group's error. */
type ChoiceControl = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'aria-invalid' | 'aria-describedby'
>;

interface ChoiceGroupProps {
  title: string;
  /** Why what is chosen is refused. */
  error: string | undefined;
  children: (control: ChoiceControl) => ReactNode;
}

/** Checkboxes that belong together, with their title and their error. */
export function ChoiceGroup({ title, error, children }: ChoiceGroupProps) {
  const errorId = useId();
  return (
    <fieldset className={styles['group']}>
      <legend>{title}</legend>
      {error !== undefined && (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      )}
      {children({
        type: 'checkbox',
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': error === undefined ? undefined : errorId,
      })}
    </fieldset>
  );
}
