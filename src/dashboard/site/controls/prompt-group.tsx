import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { isolate } from '../../../figures/text/isolate.ts';
import { itemsOf } from '../../api/find-in-list.ts';
import { promptsQuery } from '../../api/sightline/prompts.ts';
import { promptQuery } from '../../api/site-queries.ts';
import { Button } from '../../ui/button.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useSite } from '../../use-site.ts';
import { type FilterOption, isTitleMatch } from '../search/groups.ts';
import type { OptionGroup } from './option-group.tsx';

/** Milliseconds without typing before a search starts. */
const searchDelay = 200;

interface PromptGroupProps {
  title: string;
  chosen: readonly string[];
  /** The panel's search, in lower case; empty while it is not in use. */
  needle: string;
  isOpenAtFirst: boolean;
  /** Called when the user opens or closes the group, so that `fallback` can start open. */
  onOpen: () => void;
  onToggle: ComponentProps<typeof OptionGroup>['onToggle'];
  /** Receives how many prompts the search has found so far; 0 while it is running. */
  onMatchCount: (count: number) => void;
  /** Opens the panel of a prompt. */
  onOpenPrompt: (id: string) => void;
  /** Shown if the prompts cannot be listed. */
  fallback: ReactNode;
  /** Renders the group. Passed in rather than imported, since the page has already loaded it. */
  Group: typeof OptionGroup;
}

/** Options for chosen prompts that the search has not found, labelled with their IDs if their texts are unknown. */
function useExtraOptions(ids: readonly string[]): FilterOption[] {
  const { siteId } = useSite();
  const results = useQueries({ queries: ids.map((id) => promptQuery(siteId, id)) });
  return ids.map((value, index) => ({
    value,
    label: results[index]?.data?.text || value,
    isListed: !results[index]?.isError,
    isExtra: true,
  }));
}

/** The prompts of a site as checkboxes, found by their texts. Needs the capability `prompts`. */
export function PromptGroup(props: PromptGroupProps) {
  const { siteId } = useSite();
  const {
    title,
    chosen,
    needle,
    isOpenAtFirst,
    onOpen,
    onToggle,
    onMatchCount,
    onOpenPrompt,
    fallback,
    Group,
  } = props;
  const isPanelSearched = needle !== '';
  const [hasBeenOpened, setOpened] = useState(isOpenAtFirst);
  const [typed, setTyped] = useState('');
  const groupSearch = typed.trim();
  // If the panel's search matches the group's title, it does not narrow the prompts.
  const searchText = groupSearch === '' && !isTitleMatch(title, needle) ? needle : groupSearch;
  const debouncedText = useDebounced(searchText, searchDelay);
  const query = useInfiniteQuery({
    ...promptsQuery(siteId, debouncedText),
    placeholderData: keepPreviousData,
    enabled: isPanelSearched || hasBeenOpened,
  });
  const isSearching = query.isPending || query.isPlaceholderData || debouncedText !== searchText;
  const prompts = itemsOf(query.data);
  const count = isSearching ? 0 : prompts.length;
  const hasMore = !isSearching && query.hasNextPage;
  useEffect(() => onMatchCount(count), [onMatchCount, count]);
  const ids = new Set(prompts.map(({ id }) => id));
  const extra = useExtraOptions(chosen.filter((id) => !ids.has(id)));
  if (query.isError && !query.data) return fallback;
  if (isPanelSearched && groupSearch === '' && count === 0) return null;

  const listed = { isListed: true, isExtra: false };
  const options = extra.concat(
    prompts.map(({ id, text }) => ({ value: id, label: text || id, ...listed })),
  );
  const sections = [{ title: null, options }];
  const note = isSearching ? 'Searching…' : count === 0 && 'No prompts found.';
  return (
    <Group
      group={{ parameter: 'promptId', title, sections }}
      matchingSections={sections}
      chosen={chosen}
      isPanelSearched={isPanelSearched}
      isOpenAtFirst={isOpenAtFirst}
      onToggle={onToggle}
      onOpenChange={() => {
        setOpened(true);
        onOpen();
      }}
      onFind={setTyped}
      renderBeside={({ value, label }) => (
        <Button
          look="quiet"
          aria-label={`About “${isolate(label)}”`}
          onClick={() => onOpenPrompt(value)}
        >
          About
        </Button>
      )}
    >
      {note && <p role="status">{note}</p>}
      {hasMore && (
        <Button look="quiet" onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Group>
  );
}
