import { Link } from '@tanstack/react-router';
import { type TimelineSearch, writeSearch } from '../question/search.ts';
import type { Wording } from '../report/reading.ts';
import { type RealMove, subjectOf } from './find-real-moves.ts';
import { MovedList } from './moved-list.tsx';

/** The search that shows a move: its grouping, with the largest real moves in its direction first. */
const searchFor = (search: TimelineSearch, { groupBy, change }: RealMove): TimelineSearch => ({
  ...search,
  groupBy,
  sort: change < 0 ? '-move' : 'move',
  // When the page is grouped by brand, the moves are those of the tracked brand.
  brandId: search.groupBy === 'brand' ? null : search.brandId,
  // Series of another grouping have other keys.
  ...(groupBy === search.groupBy ? {} : { show: [], hide: [] }),
});

interface WhatMovedProps {
  moved: readonly RealMove[];
  /** True while reports are still loading. */
  isLoading: boolean;
  isFailed: boolean;
  /** What to say if nothing moved. */
  emptyText: string;
  search: TimelineSearch;
  wording: Wording;
}

/** The largest real moves, each with a link to where it is shown. */
export function WhatMoved(props: WhatMovedProps) {
  const { moved, isLoading, isFailed, emptyText, search, wording } = props;
  return (
    <MovedList
      moved={moved}
      wording={wording}
      subjectOf={subjectOf}
      renderLink={(move, content) => (
        <Link to="." search={writeSearch(searchFor(search, move))} resetScroll={false}>
          {content}
        </Link>
      )}
    >
      {moved.length === 0 && !isLoading && !isFailed && <p>{emptyText}</p>}
      {isLoading && <p>Comparing brands, platforms and regions…</p>}
      {isFailed && <p>Some comparisons could not be loaded. Reload the page.</p>}
    </MovedList>
  );
}
