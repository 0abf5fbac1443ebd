import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { FilterParameter } from '../../../contract/parameters.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { filters, type idParameters, withChosen } from '../search/filters.ts';
import type { FilterOption } from '../search/groups.ts';
import type { TimelineSearch } from '../search/search.ts';
import { ChosenPrompt } from './chosen-prompt.tsx';
import styles from './filters.module.css';
import { Disclosure, OptionGroup } from './option-group.tsx';

/** Loaded on demand: not every service lists prompts. */
const PromptGroup = lazy(() =>
  import('./prompt-group.tsx').then(
    ({ PromptGroup }) => ({ default: PromptGroup }),
    // If the code cannot be loaded, the field for IDs takes its place.
    () => ({ default: ({ fallback }: { fallback: ReactNode }) => fallback }),
  ),
);

/** Loaded on demand: not every service lists brands. */
const CompetitorGroup = lazy(() =>
  import('./competitor-group.tsx').then(
    ({ CompetitorGroup }) => ({ default: CompetitorGroup }),
    () => ({ default: ({ fallback }: { fallback: ReactNode }) => fallback }),
  ),
);

/** Loaded on demand: rarely needed if the service lists prompts and brands. */
const IdGroup = lazyPart(async () => (await import('./id-group.tsx')).IdGroup);

/** The capability that a service needs so that the values of a parameter can be chosen by name. */
export const listingCapabilities = { promptId: 'prompts', competitorId: 'sites' } as const;

interface IdFilterProps {
  parameter: (typeof idParameters)[number];
  /** Whether the panel's search matches the filter's title or the label of its field. */
  isMatch: boolean;
  /** The panel's search, in lower case; empty while it is not in use. */
  needle: string;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  /** Lists the site's brands as options, and adds unlisted ones with these IDs. */
  listBrands: (ids: readonly string[]) => readonly FilterOption[];
  onToggle: (parameter: FilterParameter, value: string, isChosen: boolean) => void;
  /** Receives how many listed values match the panel's search. */
  onMatchCount: (count: number) => void;
}

/** A filter by ID. If the service lists the possible values, they are chosen by name. */
export function IdFilter(props: IdFilterProps) {
  const { parameter, isMatch, needle, search, onSearch, listBrands, onToggle, onMatchCount } =
    props;
  const { title, fieldLabel, shownAs } = filters[parameter];
  const { capabilities } = usePageSettings();
  const [hasBeenOpened, setOpened] = useState(false);
  const chosen = search[parameter];
  const isOpenAtFirst = chosen.length > 0 || hasBeenOpened;
  const brandNameOf = (id: string) =>
    listBrands([id]).find(({ value }) => value === id)?.label ?? id;
  const onOpen = () => setOpened(true);
  const openPrompt = (id: string) => onSearch({ ...search, prompt: id });
  // A group that was opened before its code loaded, or before its list failed to load, starts open.
  const foldedGroup = <Disclosure title={title} summary="" isOpen={false} onOpenChange={onOpen} />;
  const idGroup = (
    <Suspense fallback={foldedGroup}>
      <IdGroup
        title={title}
        label={fieldLabel}
        chosen={chosen}
        isMatch={isMatch}
        isPanelSearched={needle !== ''}
        isOpenAtFirst={isOpenAtFirst}
        nameOf={(id) => (shownAs === 'brand' ? brandNameOf(id) : `prompt ${id}`)}
        onChange={(values) => onSearch(withChosen(search, parameter, values))}
      >
        {(id) =>
          shownAs === 'brand' ? (
            <bdi className={styles['prompt']}>{brandNameOf(id)}</bdi>
          ) : (
            <ChosenPrompt promptId={id} onOpen={() => openPrompt(id)} />
          )
        }
      </IdGroup>
    </Suspense>
  );
  if (!capabilities.includes(listingCapabilities[parameter])) return idGroup;
  const groupProps = {
    title,
    chosen,
    needle,
    isOpenAtFirst,
    onOpen,
    onToggle,
    onMatchCount,
  };
  return (
    <Suspense fallback={foldedGroup}>
      {parameter === 'promptId' ? (
        <PromptGroup
          {...groupProps}
          fallback={idGroup}
          Group={OptionGroup}
          onOpenPrompt={openPrompt}
        />
      ) : (
        <CompetitorGroup {...groupProps} fallback={idGroup} brands={listBrands(chosen)} />
      )}
    </Suspense>
  );
}
