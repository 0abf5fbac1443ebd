import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useModal } from '../../../ui/use-modal.ts';
import styles from './search-dialog.module.css';
import { type Target, type Targets, useTargets } from './use-targets.ts';

export interface SearchDialogProps {
  onClose: () => void;
}

/** The maximum number of targets listed. */
const maxListed = 50;

interface OptionProps {
  id: string;
  target: Target;
  isActive: boolean;
  onChoose: () => void;
}

function Option({ id, target, isActive, onChoose }: OptionProps) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <button
      ref={element}
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles['option']}
      // Keeps focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <bdi>{target.name}</bdi>
      <small>
        <bdi>{target.kind}</bdi>
      </small>
    </button>
  );
}

/** Says how many targets are listed, and whether there are more. */
function describeCount(listed: number, typed: string, { targets, hasMore, isSearching }: Targets) {
  if (listed === 0) return isSearching ? 'Searching…' : `No matches for “${typed}”.`;
  const count = `${listed} ${listed === 1 ? 'result' : 'results'}`;
  if (isSearching) return `${count}, searching…`;
  return hasMore || targets.length > listed
    ? `${count} shown. Keep typing to narrow the search.`
    : count;
}

/** Says which lists are searched only in part, because they are not fully loaded; empty if none. */
function describePartialSearch({ hasUnsearchedClients, hasUnsearchedSites }: Targets): string {
  const partialLists = [
    ...(hasUnsearchedClients ? ['clients'] : []),
    ...(hasUnsearchedSites ? ['sites'] : []),
  ];
  return partialLists.length > 0
    ? `Only the ${partialLists.join(' and ')} loaded so far are searched.`
    : '';
}

/** Searches clients, sites and pages, and opens the chosen one. */
export function SearchDialog({ onClose }: SearchDialogProps) {
  const id = useId();
  const dialog = useModal(onClose);
  const [typed, setTyped] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const text = typed.trim();
  const results = useTargets(text);
  const listed = results.targets.slice(0, maxListed);
  const clampedActiveIndex = Math.min(activeIndex, listed.length - 1);
  const optionIdOf = (index: number) => `${id}-${listed[index]?.id}`;

  const choose = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    target.open();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && listed.length > 0) {
      event.preventDefault();
      setActiveIndex((clampedActiveIndex + step + listed.length) % listed.length);
    } else if (event.key === 'Escape') {
      onClose();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(listed[clampedActiveIndex]);
    }
  };
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-label="Search">
      <div className={styles['sheet']}>
        <input
          role="combobox"
          data-first-focus
          aria-label="Search clients, sites and pages"
          aria-autocomplete="list"
          aria-expanded={listed.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={listed.length > 0 ? optionIdOf(clampedActiveIndex) : undefined}
          placeholder="Search clients, sites and pages"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setActiveIndex(0);
          }}
          onKeyDown={handleKeyDown}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Results"
          tabIndex={-1}
          className={styles['list']}
        >
          {listed.map((target, index) => (
            <Option
              key={target.id}
              id={optionIdOf(index)}
              target={target}
              isActive={index === clampedActiveIndex}
              onChoose={() => choose(target)}
            />
          ))}
        </div>
        <p role="status">
          {describeCount(listed.length, text, results)}{' '}
          <span>{describePartialSearch(results)}</span>
        </p>
      </div>
    </dialog>
  );
}
