import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { isolate } from '../../../figures/text/isolate.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import { useShareOverrides } from '../../app/session/share-overrides.ts';
import { Button } from '../../ui/button.tsx';
import { elementIds } from '../../ui/element-ids.ts';
import { useSite } from '../../use-site.ts';
import { type Chip, chipsOf } from '../search/chips.ts';
import { filters, withoutFilters } from '../search/filters.ts';
import type { TimelineSearch } from '../search/search.ts';
import { usePromptName } from './chosen-prompt.tsx';
import styles from './filters.module.css';

interface ChipProps {
  chip: Chip;
  /** Null for a filter that cannot be removed. */
  onRemove: (() => void) | null;
}

function FilterChip({ chip, label, onRemove }: ChipProps & { label: string }) {
  const prefix = filters[chip.parameter].chipPrefix;
  const name = prefix === null ? label : `${prefix}: ${isolate(label)}`;
  if (!onRemove) {
    return (
      <li className={styles['chip']} data-locked title="Locked">
        <bdi>{name}</bdi>
      </li>
    );
  }
  const action = `Remove “${isolate(name)}”`;
  return (
    <li>
      <button
        type="button"
        className={styles['chip']}
        aria-label={chip.isListed ? action : `${action}, not listed`}
        data-printed
        title={action}
        onClick={onRemove}
      >
        <bdi>{name}</bdi>
        {!chip.isListed && (
          <>
            {' '}
            <small>not listed</small>
          </>
        )}
        <X size={12} aria-hidden="true" />
      </button>
    </li>
  );
}

function PromptChip({ ...props }: ChipProps & {}) {
  const { name } = usePromptName(props.chip.value);
  return <FilterChip {...props} label={name} />;
}

interface FilterChipsProps {
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  /** Whether all filters are locked, as in the form for a share. */
  areLocked?: boolean;
  /** Clears the filters and what else is chosen on the page; null or missing if nothing else is. */
  onClearPage?: (() => void) | null;
}

/** All chosen filters as chips, which can be removed one by one or together unless they are locked. */
export function FilterChips(props: FilterChipsProps) {
  const { siteId } = useSite();
  const { search, onSearch, areLocked, onClearPage = null } = props;
  const lockedParameters = useShareOverrides()?.lockedParameters;
  const isLocked = ({ parameter }: Chip) => areLocked || lockedParameters?.has(parameter);
  const { data } = useQuery(filtersQuery(siteId));
  const list = useRef<HTMLUListElement>(null);
  const chips = chipsOf(data ?? null, search);
  if (chips.length === 0 && !onClearPage) return null;
  const buttonIndexOf = (chipIndex: number) =>
    chips.slice(0, chipIndex).filter((chip) => !isLocked(chip)).length;

  const remove = (buttonIndex: number, remainingSearch: TimelineSearch) => {
    // Leaves out the last button, “Clear all”, which may disappear with the last chip.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])].slice(0, -1);
    // Focus moves to the next chip, otherwise to the previous one, and to the page's content if no chip remains.
    const next =
      buttons[buttonIndex + 1] ??
      buttons[buttonIndex - 1] ??
      document.getElementById(elementIds.content);
    next?.focus({ preventScroll: true });
    onSearch(remainingSearch);
  };
  return (
    <ul ref={list} className={styles['chips']} aria-label="Chosen filters">
      {chips.map((chip, index) => {
        const onRemove = isLocked(chip)
          ? null
          : () => remove(buttonIndexOf(index), chip.remainingSearch);
        return chip.parameter === 'promptId' ? (
          <PromptChip key={chip.key} chip={chip} onRemove={onRemove} />
        ) : (
          <FilterChip key={chip.key} chip={chip} label={chip.label} onRemove={onRemove} />
        );
      })}
      {(onClearPage || !chips.every(isLocked)) && (
        <li>
          <Button
            look="quiet"
            className={styles['clear']}
            onClick={() => {
              document.getElementById(elementIds.content)?.focus({ preventScroll: true });
              if (onClearPage) onClearPage();
              else onSearch(withoutFilters(search));
            }}
          >
            Clear all
          </Button>
        </li>
      )}
    </ul>
  );
}
