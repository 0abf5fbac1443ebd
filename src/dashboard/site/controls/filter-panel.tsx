import { SlidersHorizontal } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useShared } from '../../shell/share-overrides.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { elementIds } from '../../ui/element-ids.ts';
import { useMedia } from '../../ui/use-media.ts';
import { chosenIn, filterOrder } from '../question/filters.ts';
import type { TimelineSearch } from '../question/search.ts';
import styles from './filters.module.css';
import { Filters } from './filters.tsx';

/** At this width or wider, the filters are beside the report; otherwise, they open as a sheet. */
const wideQuery = '(min-width: 64rem)';

interface FilterPanelProps {
  siteId: string;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
}

/** The filters beside the report or, without room, a button that opens them as a sheet. */
export function FilterPanel(props: FilterPanelProps) {
  const isWide = useMedia(wideQuery);
  const locked = useShared()?.lockedParameters;
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  // A sheet closes when the panel takes its place, and stays closed when the window narrows again.
  if (isWide && isOpen) setOpen(false);
  if (isWide) {
    return (
      <aside aria-label="Filters" className={styles['panel']}>
        <Filters {...props} />
      </aside>
    );
  }
  const chosenCount = filterOrder.flatMap((parameter) =>
    locked?.has(parameter) ? [] : chosenIn(props.search, parameter),
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
        {chosenCount === 0 ? 'Filters' : `Filters (${chosenCount})`}
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
