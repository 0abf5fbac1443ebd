import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { FilterOptions } from '../../../contract/resources.ts';
import { ApiError } from '../../api/errors.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import { elementIds } from '../../ui/element-ids.ts';
import { Failure } from '../../ui/failure.tsx';
import hidden from '../../ui/hidden.module.css';
import { Block, Loading } from '../../ui/skeleton.tsx';
import {
  chosenIn,
  filters,
  idParameters,
  type ListedParameter,
  listedFilter,
  radioParameters,
  withChosen,
} from '../question/filters.ts';
import { countOf, groupsOf, matches, narrowed, optionsOf, toggledIn } from '../question/groups.ts';
import type { TimelineSearch } from '../question/search.ts';
import { ChosenPrompt } from './chosen-prompt.tsx';
import styles from './filters.module.css';
import { IdGroup } from './id-group.tsx';
import { OptionGroup } from './option-group.tsx';
import { RadioGroup } from './radio-group.tsx';

/** Every filter with the options that match the panel's search; `needle` is in lower case. */
function useFound(options: FilterOptions | null, search: TimelineSearch, needle: string) {
  const all = useMemo(() => groupsOf(options, search), [options, search]);
  const groups = useMemo(
    () => all.map((group) => ({ group, found: narrowed(group, needle) })),
    [all, needle],
  );
  const radios = radioParameters.flatMap((parameter) => {
    const { title } = filters[parameter];
    const choices = optionsOf(options, parameter, chosenIn(search, parameter));
    const found = choices.filter(({ label }) => [title, label].some((t) => matches(t, needle)));
    return found.length > 0 ? [{ parameter, title, choices, found: found.length }] : [];
  });
  const ids = idParameters.map((parameter) => {
    const { title, field, shownAs } = filters[parameter];
    const isFound = [title, field].some((text) => matches(text, needle));
    return { parameter, title, field, shownAs, isFound };
  });
  const count =
    groups.reduce((sum, { found }) => sum + countOf(found), 0) +
    radios.reduce((sum, { found }) => sum + found, 0) +
    ids.filter(({ isFound }) => isFound).length;
  return { groups, radios, ids, count };
}

/** The panel's shape while its options are loading. */
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
  siteId: string;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
}

/** The panel's content: filters with values from the service, and filters by ID. */
export function Filters({ siteId, search, onSearch }: FiltersProps) {
  const { data, error, isPending, refetch } = useQuery(filtersQuery(siteId));
  const options = data ?? null;
  const [typed, setTyped] = useState('');
  const needle = useDeferredValue(typed.trim().toLocaleLowerCase());
  const { groups, radios, ids, count } = useFound(options, search, needle);
  const toggle = useCallback(
    (parameter: ListedParameter, value: string, isChosen: boolean) => {
      const order = optionsOf(options, parameter, []).map((option) => option.value);
      onSearch(withChosen(search, parameter, toggledIn(search[parameter], value, isChosen, order)));
    },
    [options, search, onSearch],
  );
  // The page itself shows that a site is missing.
  const isMissing = error instanceof ApiError && error.kind === 'notFound';
  const isFinding = needle !== '';
  const brandName = (id: string) =>
    optionsOf(options, 'brand', [id]).find(({ value }) => value === id)?.label ?? id;

  return (
    <div className={styles['filters']}>
      <input
        id={elementIds.findFilter}
        type="search"
        className={styles['find']}
        aria-label="Find a filter"
        placeholder="Find a filter"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p role="status" className={isFinding ? styles['none'] : hidden['hidden']}>
        {isFinding && `${count} ${count === 1 ? 'option' : 'options'} found`}
      </p>
      {error && !data && !isMissing && (
        <Failure
          what="The filters could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && <LoadingFilters />}
      {groups.map(({ group, found }) => (
        <OptionGroup
          key={group.parameter}
          group={group}
          found={found}
          chosen={search[group.parameter]}
          isFinding={isFinding}
          startsOpen={listedFilter(group.parameter).startsOpen ?? false}
          onToggle={toggle}
        />
      ))}
      {radios.map(({ parameter, title, choices }) => (
        <RadioGroup
          key={parameter}
          title={title}
          options={choices}
          chosen={search[parameter]}
          isFinding={isFinding}
          onChoose={(value) =>
            onSearch(withChosen(search, parameter, value === null ? [] : [value]))
          }
        />
      ))}
      {/* Only after the groups above have loaded, which would push these down. */}
      {!isPending &&
        ids.map(({ parameter, title, field, shownAs, isFound }) => (
          <IdGroup
            key={parameter}
            title={title}
            label={field}
            chosen={search[parameter]}
            isFound={isFound}
            isFinding={isFinding}
            nameOf={(id) => (shownAs === 'brand' ? brandName(id) : `prompt ${id}`)}
            onChange={(values) => onSearch(withChosen(search, parameter, values))}
          >
            {(id) =>
              shownAs === 'brand' ? (
                <bdi className={styles['prompt']}>{brandName(id)}</bdi>
              ) : (
                <ChosenPrompt
                  siteId={siteId}
                  promptId={id}
                  onOpen={() => onSearch({ ...search, prompt: id })}
                />
              )
            }
          </IdGroup>
        ))}
    </div>
  );
}
