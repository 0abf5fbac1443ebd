import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useCallback, useDeferredValue, useId, useMemo, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { filtersQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import type { TimelineSearch } from '../search.ts';
import { ChosenPrompt } from './chosen-prompt.tsx';
import styles from './filters.module.css';
import {
  chipsOf,
  groupsOf,
  groupTitles,
  type ListedParameter,
  optionsOf,
  toggledIn,
} from './groups.ts';
import { IdGroup } from './id-group.tsx';
import { Disclosure, matches, OptionGroup } from './option-group.tsx';
import { useWide } from './use-wide.ts';

interface FilterPanelProps {
  siteId: string;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
}

/** Which prompts by whether they name the brand: one choice, or any. */
function BrandMention({
  options,
  chosen,
  needle,
  onChoose,
}: {
  options: ReturnType<typeof optionsOf>;
  chosen: string | null;
  needle: string;
  onChoose: (token: string | null) => void;
}) {
  const [opened, setOpened] = useState<boolean | null>(null);
  const name = useId();
  const title = groupTitles.brandMention;
  if (options.length === 0) return null;
  if (
    needle !== '' &&
    ![title, ...options.map(({ label }) => label)].some((text) => matches(text, needle))
  ) {
    return null;
  }
  const label = options.find(({ value }) => value === chosen)?.label;
  return (
    <Disclosure
      title={title}
      summary={label ?? 'Any'}
      isOpen={needle !== '' || (opened ?? chosen !== null)}
      onOpen={setOpened}
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

const openAtFirst: readonly ListedParameter[] = ['platform', 'region', 'stage'];

/** Everything a report can be filtered by, as the service lists it, and what only an id can name. */
function Filters({ siteId, search, onSearch }: FilterPanelProps) {
  const { data, error, isPending, refetch } = useQuery(filtersQuery(siteId));
  const options = data ?? null;
  const [typed, setTyped] = useState('');
  const needle = useDeferredValue(typed.trim().toLocaleLowerCase());
  const groups = useMemo(() => groupsOf(options, search), [options, search]);
  const mentions = useMemo(
    () =>
      optionsOf(options, 'brandMention', search.brandMention === null ? [] : [search.brandMention]),
    [options, search.brandMention],
  );
  const toggle = useCallback(
    (parameter: ListedParameter, value: string, isChosen: boolean) => {
      const listed = optionsOf(options, parameter, []).map((option) => option.value);
      onSearch({ ...search, [parameter]: toggledIn(search[parameter], value, isChosen, listed) });
    },
    [options, search, onSearch],
  );
  // Then the whole site is, which the page says once.
  const isMissing = error instanceof ApiError && error.kind === 'notFound';
  const found = groups
    .flatMap(({ title, sections }) =>
      sections.flatMap((section) => section.options.map(({ label }) => `${label} ${title}`)),
    )
    .filter((text) => matches(text, needle)).length;
  const brandName = (id: string) =>
    optionsOf(options, 'brand', [id]).find(({ value }) => value === id)?.label ?? id;

  return (
    <div className={styles['filters']}>
      <input
        id="find-filter"
        type="search"
        className={styles['find']}
        aria-label="Find a filter"
        placeholder="Find a filter"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p role="status" className={needle === '' ? styles['hidden'] : styles['none']}>
        {needle !== '' && `${found} ${found === 1 ? 'option' : 'options'} found`}
      </p>
      {error && !data && !isMissing && (
        <Failure
          what="The filters could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && (
        <Loading label="Loading the filters">
          <div className={styles['filters']}>
            {['9rem', '7rem', '10rem', '8rem', '11rem', '6rem'].map((width) => (
              <Block key={width} width={width} height="0.875rem" />
            ))}
          </div>
        </Loading>
      )}
      {groups.map((group) => (
        <OptionGroup
          key={group.parameter}
          group={group}
          chosen={search[group.parameter]}
          needle={needle}
          startsOpen={openAtFirst.includes(group.parameter)}
          onToggle={toggle}
        />
      ))}
      <BrandMention
        options={mentions}
        chosen={search.brandMention}
        needle={needle}
        onChoose={(brandMention) => onSearch({ ...search, brandMention })}
      />
      <IdGroup
        title={groupTitles.promptId}
        label="Prompt ID"
        chosen={search.promptId}
        needle={needle}
        nameOf={(id) => `prompt ${id}`}
        onChange={(promptId) => onSearch({ ...search, promptId: [...promptId] })}
      >
        {(id) => (
          <ChosenPrompt
            siteId={siteId}
            promptId={id}
            onOpen={() => onSearch({ ...search, prompt: id })}
          />
        )}
      </IdGroup>
      <IdGroup
        title={groupTitles.competitorId}
        label="Competitor ID"
        chosen={search.competitorId}
        needle={needle}
        nameOf={brandName}
        onChange={(competitorId) => onSearch({ ...search, competitorId: [...competitorId] })}
      >
        {(id) => <bdi className={styles['prompt']}>{brandName(id)}</bdi>}
      </IdGroup>
    </div>
  );
}

/** The filters beside the report; where there is no room, a button that brings them as a sheet. */
export function FilterPanel(props: FilterPanelProps) {
  const isWide = useWide();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (isWide) {
    return (
      <aside aria-label="Filters" className={styles['panel']}>
        <Filters {...props} />
      </aside>
    );
  }
  const chosen = chipsOf(null, props.search).length;
  return (
    <>
      <Button
        id="open-filters"
        className={styles['trigger']}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal size={14} aria-hidden="true" />
        {chosen === 0 ? 'Filters' : `Filters (${chosen})`}
      </Button>
      {isOpen && (
        <Drawer title="Filters" side="start" onClose={close}>
          <aside aria-label="Filters">
            <Filters {...props} />
          </aside>
          <Button look="strong" onClick={close}>
            Show results
          </Button>
        </Drawer>
      )}
    </>
  );
}
