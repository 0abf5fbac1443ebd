import { ChevronRight } from 'lucide-react';
import { memo, useDeferredValue, useId, useState } from 'react';
import styles from './filters.module.css';
import type { FilterGroup, FilterOption, ListedParameter } from './groups.ts';

/** Groups with more options than this get a find box and scroll by themselves. */
const many = 12;

export const matches = (text: string, needle: string): boolean =>
  text.toLocaleLowerCase().includes(needle);

interface DisclosureProps {
  title: string;
  /** What is chosen, in a word: "3 of 10". */
  summary: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  children: React.ReactNode;
}

/** A group's heading, which opens and closes it. */
export function Disclosure({ title, summary, isOpen, onOpen, children }: DisclosureProps) {
  const id = useId();
  return (
    <section className={styles['group']}>
      <h3 className={styles['title']}>
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => onOpen(!isOpen)}
        >
          <ChevronRight size={14} aria-hidden="true" />
          <span className={styles['name']}>{title}</span> <small>{summary}</small>
        </button>
      </h3>
      {isOpen && <div id={id}>{children}</div>}
    </section>
  );
}

interface OptionProps {
  option: FilterOption;
  isChosen: boolean;
  onToggle: (value: string, isChosen: boolean) => void;
}

function Option({ option, isChosen, onToggle }: OptionProps) {
  return (
    <label className={styles['option']}>
      <input
        type="checkbox"
        checked={isChosen}
        onChange={(event) => onToggle(option.value, event.currentTarget.checked)}
      />
      <span>
        <bdi>{option.label}</bdi>
        {!option.isListed && <small className={styles['unlisted']}>not listed any more</small>}
      </span>
    </label>
  );
}

interface OptionGroupProps {
  group: FilterGroup;
  chosen: readonly string[];
  /** Folded needle of the panel's find box; options that do not hold it are left out. */
  needle: string;
  startsOpen: boolean;
  onToggle: (parameter: ListedParameter, value: string, isChosen: boolean) => void;
}

/** Options of one parameter as checkboxes. */
export const OptionGroup = memo((props: OptionGroupProps) => {
  const { group, chosen, needle, startsOpen, onToggle } = props;
  const [opened, setOpened] = useState<boolean | null>(null);
  const [typed, setTyped] = useState('');
  const own = useDeferredValue(typed.trim().toLocaleLowerCase());
  const all = group.sections.flatMap((section) => section.options);
  const isLong = all.length > many;
  const sections = group.sections
    .map((section) => ({
      ...section,
      options: section.options.filter(
        ({ label, value }) =>
          (matches(label, needle) || matches(value, needle) || matches(group.title, needle)) &&
          (matches(label, own) || matches(value, own)),
      ),
    }))
    .filter(({ options }) => options.length > 0);
  if (sections.length === 0 && needle !== '') return null;

  const isOpen = needle !== '' || (opened ?? (startsOpen || chosen.length > 0));
  const find = `Find in ${group.title.toLocaleLowerCase()}`;
  return (
    <Disclosure
      title={group.title}
      summary={chosen.length === 0 ? 'All' : `${chosen.length} of ${all.length}`}
      isOpen={isOpen}
      onOpen={setOpened}
    >
      {isLong && (
        <input
          type="search"
          className={styles['find']}
          aria-label={find}
          placeholder={find}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className={isLong ? styles['scroll'] : undefined}>
        {sections.map(({ title, options }) => (
          <fieldset key={title ?? ''} className={styles['options']}>
            <legend className={title === null ? styles['hidden'] : styles['section']}>
              {title ?? group.title}
            </legend>
            {options.map((option) => (
              <Option
                key={option.value}
                option={option}
                isChosen={chosen.includes(option.value)}
                onToggle={(value, isChosen) => onToggle(group.parameter, value, isChosen)}
              />
            ))}
          </fieldset>
        ))}
        {sections.length === 0 && <p className={styles['none']}>None matches “{typed.trim()}”.</p>}
      </div>
    </Disclosure>
  );
});
