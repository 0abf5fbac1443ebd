import { useId, useState } from 'react';
import { type FilterOption, groupTitles } from '../question/groups.ts';
import styles from './filters.module.css';
import { Disclosure } from './option-group.tsx';

interface BrandMentionProps {
  options: readonly FilterOption[];
  chosen: string | null;
  /** While the panel's find box looks for something, what was found is open. */
  isFinding: boolean;
  onChoose: (token: string | null) => void;
}

/** Which prompts by whether they name the brand: one choice, or any. */
export function BrandMention({ options, chosen, isFinding, onChoose }: BrandMentionProps) {
  const [isOpen, setOpen] = useState(chosen !== null);
  const name = useId();
  const title = groupTitles.brandMention;
  const label = options.find(({ value }) => value === chosen)?.label;
  return (
    <Disclosure
      title={title}
      summary={label ?? 'Any'}
      isOpen={isFinding || isOpen}
      onOpen={setOpen}
    >
      <fieldset className={styles['options']}>
        <legend className={styles['hidden']}>{title}</legend>
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
              {!option.isListed && (
                <small className={styles['unlisted']}>not listed any more</small>
              )}
            </span>
          </label>
        ))}
      </fieldset>
    </Disclosure>
  );
}
