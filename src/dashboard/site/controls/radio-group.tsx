import { useId, useState } from 'react';
import hidden from '../../ui/hidden.module.css';
import type { FilterOption } from '../search/groups.ts';
import styles from './filters.module.css';
import { Disclosure } from './option-group.tsx';

interface RadioGroupProps {
  title: string;
  options: readonly FilterOption[];
  chosen: string | null;
  /** Whether the panel's search is in use; while it is, every matching group is open. */
  isPanelSearched: boolean;
  onChoose: (value: string | null) => void;
}

/** Radio buttons for a filter with at most one value; “Any” clears it. */
export function RadioGroup({ title, options, chosen, isPanelSearched, onChoose }: RadioGroupProps) {
  const [isOpen, setOpen] = useState(chosen !== null);
  const name = useId();
  const chosenLabel = options.find(({ value }) => value === chosen)?.label;
  return (
    <Disclosure
      title={title}
      summary={chosenLabel ?? 'Any'}
      isOpen={isPanelSearched || isOpen}
      onOpenChange={setOpen}
    >
      <fieldset className={styles['options']}>
        <legend className={hidden['hidden']}>{title}</legend>
        {[{ value: null, label: 'Any', isListed: true }, ...options].map((option) => (
          <label key={option.value ?? ''} className={styles['option']}>
            <input
              type="radio"
              name={name}
              checked={chosen === option.value}
              onChange={() => onChoose(option.value)}
            />
            <span>
              {option.label}
              {!option.isListed && <small className={styles['unlisted']}>not listed</small>}
            </span>
          </label>
        ))}
      </fieldset>
    </Disclosure>
  );
}
