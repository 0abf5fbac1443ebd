import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { filtersQuery } from '../../api/reports.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { elementIds } from '../../ui/element-ids.ts';
import { Failure } from '../../ui/failure.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { chipsOf } from '../question/chips.ts';
import {
  countOf,
  groupsOf,
  groupTitles,
  type ListedParameter,
  matches,
  narrowed,
  optionsOf,
  toggledIn,
} from '../question/groups.ts';
import type { TimelineSearch } from '../question/search.ts';
import { BrandMention } from './brand-mention.tsx';
import { ChosenPrompt } from './chosen-prompt.tsx';
import styles from './filters.module.css';
import { IdGroup } from './id-group.tsx';
import { OptionGroup } from './option-group.tsx';
import { useWide } from './use-wide.ts';

interface FilterPanelProps {
  siteId: string;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
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
  const isFinding = needle !== '';
  const shown = useMemo(
    () => groups.map((group) => ({ group, found: narrowed(group, needle) })),
    [groups, needle],
  );
  const mentionsFound = mentions.filter(({ label }) =>
    [groupTitles.brandMention, label].some((text) => matches(text, needle)),
  ).length;
  const promptsFound = [groupTitles.promptId, 'Prompt ID'].some((text) => matches(text, needle));
  const competitorsFound = [groupTitles.competitorId, 'Competitor ID'].some((text) =>
    matches(text, needle),
  );
  const found =
    shown.reduce((sum, each) => sum + countOf(each.found), mentionsFound) +
    Number(promptsFound) +
    Number(competitorsFound);
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
      <p role="status" className={isFinding ? styles['none'] : styles['hidden']}>
        {isFinding && `${found} ${found === 1 ? 'option' : 'options'} found`}
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
      {shown.map(({ group, found }) => (
        <OptionGroup
          key={group.parameter}
          group={group}
          found={found}
          chosen={search[group.parameter]}
          isFinding={isFinding}
          startsOpen={openAtFirst.includes(group.parameter)}
          onToggle={toggle}
        />
      ))}
      {mentionsFound > 0 && (
        <BrandMention
          options={mentions}
          chosen={search.brandMention}
          isFinding={isFinding}
          onChoose={(brandMention) => onSearch({ ...search, brandMention })}
        />
      )}
      {/* Not before the groups above: they would push these down. */}
      {!isPending && (
        <>
          <IdGroup
            title={groupTitles.promptId}
            label="Prompt ID"
            chosen={search.promptId}
            isFound={promptsFound}
            isFinding={isFinding}
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
            isFound={competitorsFound}
            isFinding={isFinding}
            nameOf={brandName}
            onChange={(competitorId) => onSearch({ ...search, competitorId: [...competitorId] })}
          >
            {(id) => <bdi className={styles['prompt']}>{brandName(id)}</bdi>}
          </IdGroup>
        </>
      )}
    </div>
  );
}

/** The filters beside the report; where there is no room, a button that brings them as a sheet. */
export function FilterPanel(props: FilterPanelProps) {
  const isWide = useWide();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  // What was a sheet stands beside the report now, and is no sheet again when the window narrows.
  if (isWide && isOpen) setOpen(false);
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
        id={elementIds.openFilters}
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
