import { ChevronRight } from 'lucide-react';
import { memo, type ReactNode, useCallback, useDeferredValue, useId, useState } from 'react';
import type { FilterParameter } from '../../../contract/parameters.ts';
import { uncapitalise } from '../../../figures/text/uncapitalise.ts';
import { elementIds } from '../../ui/element-ids.ts';
import hidden from '../../ui/hidden.module.css';
import {
  countOptions,
  type FilterGroup,
  type FilterOption,
  isFull,
  limitText,
  narrowSections,
} from '../search/groups.ts';
import styles from './filters.module.css';

/** Groups with more options than this get a search field and scroll. */
const maxOptionsWithoutSearch = 12;

interface DisclosureProps {
  title: string;
  /** A summary of the choice, such as "3 of 10". */
  summary: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children?: ReactNode;
}

/** A group under a heading that opens and closes it. */
export function Disclosure({ title, summary, isOpen, onOpenChange, children }: DisclosureProps) {
  const id = useId();
  return (
    <section>
      <h3 className={styles['title']}>
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => onOpenChange(!isOpen)}
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
  isDisabled: boolean;
  onToggle: (value: string, isChosen: boolean) => void;
}

/**
 * Before an option is removed, moves focus to the next one or, if there is none, to the previous one or the panel's
 * search.
 */
function moveFocusFrom(input: HTMLInputElement): void {
  const all = [...(input.closest('section')?.querySelectorAll<HTMLElement>('label input') ?? [])];
  const index = all.indexOf(input);
  const next = all[index + 1] ?? all[index - 1] ?? document.getElementById(elementIds.findFilter);
  next?.focus();
}

const Option = memo(({ option, isChosen, isDisabled, onToggle }: OptionProps) => (
  <label className={styles['option']}>
    <input
      type="checkbox"
      checked={isChosen}
      disabled={isDisabled}
      onChange={(event) => {
        if (option.isExtra) moveFocusFrom(event.currentTarget);
        onToggle(option.value, event.currentTarget.checked);
      }}
    />
    <span>
      <bdi>{option.label}</bdi>
      {!option.isListed && <small className={styles['unlisted']}>not listed</small>}
    </span>
  </label>
));

interface OptionGroupProps {
  group: FilterGroup<FilterParameter>;
  /** The group's sections with only the options that match the panel's search. */
  matchingSections: FilterGroup['sections'];
  chosen: readonly string[];
  /** Whether the panel's search is in use; while it is, every matching group is open. */
  isPanelSearched: boolean;
  isOpenAtFirst: boolean;
  onToggle: (parameter: FilterParameter, value: string, isChosen: boolean) => void;
  onOpenChange?: (isOpen: boolean) => void;
  /** Searches the service for options; `group` then has only those found so far and the chosen ones. */
  onFind?: (typed: string) => void;
  /** Renders something beside a chosen option. */
  renderBeside?: (option: FilterOption) => ReactNode;
  /** Shown below the options, instead of “No matches”. */
  children?: ReactNode;
}

/** Options of one parameter as checkboxes. */
export const OptionGroup = memo((props: OptionGroupProps) => {
  const {
    group,
    matchingSections,
    chosen,
    isPanelSearched,
    isOpenAtFirst,
    onToggle,
    onFind,
    renderBeside,
    children,
  } = props;
  const [isOpen, setOpen] = useState(isOpenAtFirst || chosen.length > 0);
  const [typed, setTyped] = useState('');
  const groupNeedle = useDeferredValue(typed.trim().toLocaleLowerCase());
  const { parameter } = group;
  const toggle = useCallback(
    (value: string, isChosen: boolean) => onToggle(parameter, value, isChosen),
    [parameter, onToggle],
  );
  const total = countOptions(group.sections);
  const isLong = onFind !== undefined || total > maxOptionsWithoutSearch;
  if (isPanelSearched && matchingSections.length === 0 && !onFind) return null;

  const sections = onFind ? matchingSections : narrowSections(matchingSections, groupNeedle);
  const chosenValues = new Set(chosen);
  const findLabel = `Find in ${uncapitalise(group.title)}`;
  return (
    <Disclosure
      title={group.title}
      summary={
        chosen.length === 0 ? 'All' : `${chosen.length} ${onFind ? 'chosen' : `of ${total}`}`
      }
      isOpen={isPanelSearched || isOpen}
      onOpenChange={(isNowOpen) => {
        setOpen(isNowOpen);
        props.onOpenChange?.(isNowOpen);
      }}
    >
      {isLong && (
        <input
          type="search"
          className={styles['find']}
          aria-label={findLabel}
          placeholder={findLabel}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            onFind?.(value);
          }}
        />
      )}
      {isFull(chosen) && <p className={styles['message']}>{limitText}</p>}
      <div className={isLong ? styles['scroll'] : undefined}>
        {sections.map(({ title, options }) => (
          <fieldset key={title ?? ''} className={styles['options']}>
            <legend className={title === null ? hidden['hidden'] : styles['section']}>
              {title ?? group.title}
            </legend>
            {options.map((option) => {
              const { value } = option;
              const isChosen = chosenValues.has(value);
              return (
                <div key={value} className={styles['row']}>
                  <Option
                    option={option}
                    isChosen={isChosen}
                    isDisabled={isFull(chosen) && !isChosen}
                    onToggle={toggle}
                  />
                  {isChosen && renderBeside?.(option)}
                </div>
              );
            })}
          </fieldset>
        ))}
        {children ??
          (sections.length === 0 && (
            <p className={styles['message']}>No matches for “{typed.trim()}”.</p>
          ))}
      </div>
    </Disclosure>
  );
});
