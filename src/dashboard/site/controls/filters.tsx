import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { FilterParameter } from '../../../contract/parameters.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import { isNotFound } from '../../api/errors.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import { useShareOverrides } from '../../app/session/share-overrides.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { elementIds } from '../../ui/element-ids.ts';
import { Failure } from '../../ui/failure.tsx';
import { hasAllWords } from '../../ui/has-all-words.ts';
import hidden from '../../ui/hidden.module.css';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useSite } from '../../use-site.ts';
import {
  chosenValuesOf,
  filters,
  idParameters,
  isIdParameter,
  listedFilter,
  radioParameters,
  withChosen,
} from '../search/filters.ts';
import { countOptions, groupsOf, narrowGroup, optionsOf, toggleIn } from '../search/groups.ts';
import type { TimelineSearch } from '../search/search.ts';
import styles from './filters.module.css';
import { IdFilter, listingCapabilities } from './id-filter.tsx';
import { OptionGroup } from './option-group.tsx';
import { RadioGroup } from './radio-group.tsx';

/**
 * Searches the filters that are not locked by a share. `count` is the number of matching options, without those in the
 * lists of prompts and competitors.
 * @param needle the panel's search, in lower case
 */
function useMatchingFilters(
  options: FilterOptions | null,
  search: TimelineSearch,
  needle: string,
  capabilities: readonly string[],
) {
  const locked = useShareOverrides()?.lockedParameters;
  const isUnlocked = ({ parameter }: { parameter: FilterParameter }) => !locked?.has(parameter);
  const allGroups = useMemo(() => groupsOf(options, search), [options, search]);
  const groups = useMemo(
    () => allGroups.map((group) => ({ group, matchingSections: narrowGroup(group, needle) })),
    [allGroups, needle],
  );
  const radios = radioParameters.flatMap((parameter) => {
    const { title } = filters[parameter];
    const choices = optionsOf(options, parameter, chosenValuesOf(search, parameter));
    const matches = choices.filter(({ label }) =>
      [title, label].some((text) => hasAllWords([text], needle)),
    );
    return matches.length > 0 ? [{ parameter, title, choices, matchCount: matches.length }] : [];
  });
  const ids = idParameters.map((parameter) => {
    const { title, fieldLabel } = filters[parameter];
    const isMatch = [title, fieldLabel].some((text) => hasAllWords([text], needle));
    return { parameter, isMatch };
  });
  const unlocked = {
    groups: groups.filter(({ group }) => isUnlocked(group)),
    radios: radios.filter(isUnlocked),
    ids: ids.filter(isUnlocked),
  };
  const count =
    unlocked.groups.reduce((sum, { matchingSections }) => sum + countOptions(matchingSections), 0) +
    unlocked.radios.reduce((sum, { matchCount }) => sum + matchCount, 0) +
    // A matching field for IDs counts as one option; lists of prompts and competitors report their own counts.
    unlocked.ids.filter(
      ({ parameter, isMatch }) => isMatch && !capabilities.includes(listingCapabilities[parameter]),
    ).length;
  return { ...unlocked, count };
}

/** A placeholder while the panel's options are loading. */
function LoadingFilters() {
  return (
    <Loading label="Loading the filters">
      <div className={styles['filters']}>
        {['9rem', '7rem', '10rem', '8rem', '11rem', '6rem'].map((width) => (
          <Block key={width} width={width} height="0.875rem" />
        ))}
      </div>
    </Loading>
  );
}

interface FiltersProps {
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
}

/** The panel's content: filters with values from the service, and filters by ID. */
export function Filters({ search, onSearch }: FiltersProps) {
  const { siteId } = useSite();
  const { data, error, isPending, refetch } = useQuery(filtersQuery(siteId));
  const options = data ?? null;
  const [typed, setTyped] = useState('');
  const needle = useDeferredValue(typed.trim().toLocaleLowerCase());
  const { capabilities } = usePageSettings();
  const { groups, radios, ids, count } = useMatchingFilters(options, search, needle, capabilities);
  const [promptCount, setPromptCount] = useState(0);
  const [competitorCount, setCompetitorCount] = useState(0);
  const total = count + promptCount + competitorCount;
  const toggle = useCallback(
    (parameter: FilterParameter, value: string, isChosen: boolean) => {
      const valuesInOrder = isIdParameter(parameter)
        ? []
        : optionsOf(options, parameter, []).map((option) => option.value);
      const chosen = chosenValuesOf(search, parameter);
      onSearch(withChosen(search, parameter, toggleIn(chosen, value, isChosen, valuesInOrder)));
    },
    [options, search, onSearch],
  );
  // The page itself shows that a site is missing.
  const isMissing = isNotFound(error);
  const isPanelSearched = needle !== '';

  return (
    <div className={styles['filters']}>
      <input
        id={elementIds.findFilter}
        type="search"
        data-first-focus
        className={styles['find']}
        aria-label="Find a filter"
        placeholder="Find a filter"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p role="status" className={isPanelSearched ? styles['message'] : hidden['hidden']}>
        {isPanelSearched && `${total} ${total === 1 ? 'option' : 'options'} found`}
      </p>
      {error && !data && !isMissing && (
        <Failure
          title="The filters could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && <LoadingFilters />}
      {groups.map(({ group, matchingSections }) => (
        <OptionGroup
          key={group.parameter}
          group={group}
          matchingSections={matchingSections}
          chosen={search[group.parameter]}
          isPanelSearched={isPanelSearched}
          isOpenAtFirst={listedFilter(group.parameter).isOpenAtFirst ?? false}
          onToggle={toggle}
        />
      ))}
      {radios.map(({ parameter, title, choices }) => (
        <RadioGroup
          key={parameter}
          title={title}
          options={choices}
          chosen={search[parameter]}
          isPanelSearched={isPanelSearched}
          onChoose={(value) =>
            onSearch(withChosen(search, parameter, value === null ? [] : [value]))
          }
        />
      ))}
      {/* Rendered only once the groups above have loaded, which would otherwise push these fields down. */}
      {!isPending &&
        ids.map(({ parameter, isMatch }) => (
          <IdFilter
            key={parameter}
            {...{ parameter, isMatch, needle, search, onSearch }}
            listBrands={(ids) => optionsOf(options, 'brand', ids)}
            onToggle={toggle}
            onMatchCount={parameter === 'promptId' ? setPromptCount : setCompetitorCount}
          />
        ))}
    </div>
  );
}
