import { useId } from 'react';
import styles from './segmented-control.module.css';

interface SegmentedControlProps<T extends string> {
  /** The group's visible label and accessible name. */
  legend: string;
  options: readonly { value: T; label: string }[];
  value: T;
  isDisabled?: boolean;
  onChange: (value: T) => void;
}

/** A choice among a few options: radio buttons drawn as one bar. */
export function SegmentedControl<T extends string>({
  legend,
  options,
  value,
  isDisabled = false,
  onChange,
}: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles['group']} disabled={isDisabled}>
      <legend className={styles['legend']}>{legend}</legend>
      <div className={styles['options']}>
        {options.map((option) => (
          <label key={option.value} className={styles['option']}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles['label']} data-label={option.label}>
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
