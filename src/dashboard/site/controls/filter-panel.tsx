import { useLocation } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { useShareOverrides } from '../../app/session/share-overrides.ts';
import { siteViewOf } from '../../site-views.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { elementIds } from '../../ui/element-ids.ts';
import hidden from '../../ui/hidden.module.css';
import { lazyPart } from '../../ui/lazy-part.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { chosenValuesOf, filterOrder } from '../search/filters.ts';
import type { TimelineSearch } from '../search/search.ts';
import styles from './filters.module.css';
import { Filters } from './filters.tsx';

/** At this width or wider, the filters are beside the report; otherwise, they open in a drawer. */
const wideQuery = '(min-width: 64rem)';

/** Loaded on demand: few users open it. */
const PromptPanel = lazyPart(async () => (await import('../panels/prompt-panel.tsx')).PromptPanel);

interface FilterPanelProps {
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
}

/** The prompt that was opened from the filters. Renders nothing on the timeline, which has its own prompt panel. */
function OpenPrompt({ search, onSearch }: FilterPanelProps) {
  const view = useLocation({ select: ({ pathname }) => siteViewOf(pathname) });
  if (search.prompt === null || view === 'timeline') return null;
  return (
    <Suspense>
      <PromptPanel
        key={search.prompt}
        promptId={search.prompt}
        search={search}
        onClose={() => onSearch({ ...search, prompt: null })}
      />
    </Suspense>
  );
}

/** The filters beside the report or, if there is no room, a button that opens them in a drawer. */
function FiltersOrButton(props: FilterPanelProps) {
  if (!useMedia(wideQuery)) return <FiltersButton {...props} />;
  return (
    <aside aria-label="Filters" className={styles['panel']}>
      <SkipLink to={elementIds.afterFilters}>Skip filters</SkipLink>
      <h2 className={hidden['hidden']}>Filters</h2>
      <Filters {...props} />
    </aside>
  );
}

/** The button and its drawer, which stays closed when the window has been wide and narrows again. */
function FiltersButton(props: FilterPanelProps) {
  const locked = useShareOverrides()?.lockedParameters;
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const chosenCount = filterOrder.flatMap((parameter) =>
    locked?.has(parameter) ? [] : chosenValuesOf(props.search, parameter),
  ).length;
  return (
    <>
      <Button
        id={elementIds.openFilters}
        className={styles['trigger']}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal size={14} aria-hidden="true" />
        <span>Filters</span>
        {chosenCount > 0 && ` (${chosenCount})`}
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

/** The filters of a page, and the prompt that was opened from them. */
export function FilterPanel(props: FilterPanelProps) {
  return (
    <>
      <OpenPrompt {...props} />
      <FiltersOrButton {...props} />
    </>
  );
}
