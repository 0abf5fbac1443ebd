import { Link } from '@tanstack/react-router';
import { type ReactNode, use } from 'react';
import { type RealMove, subjectOf } from '../../../figures/comparison/find-real-moves.ts';
import type { Grouping } from '../../../figures/series/grouping.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { SiteContext } from '../../use-site.ts';
import { type TimelineSearch, withoutPanels, writeSearch } from '../search/search.ts';
import { MovedList } from './moved-list.tsx';

/** The search that shows a move: its grouping, with the largest real moves in its direction first. */
const toMoveSearch = (
  search: TimelineSearch,
  groupBy: Grouping,
  change: number,
): TimelineSearch => ({
  ...search,
  groupBy,
  sort: change < 0 ? '-move' : 'move',
  // The series chosen to be shown or hidden belong to the current grouping.
  ...(groupBy === search.groupBy ? {} : { show: [], hide: [] }),
});

/** A link to the matrix with the filters, dates and comparison of a search; outside a site, only the children. */
function MatrixLink({ search, children }: { search: TimelineSearch; children: ReactNode }) {
  const site = use(SiteContext);
  if (!site) return children;
  return (
    // An open panel belongs to the page that it is on.
    <Link
      to="/sites/$siteId/matrix"
      params={{ siteId: site.siteId }}
      search={writeSearch(withoutPanels(search))}
    >
      {children}
    </Link>
  );
}

interface WhatMovedProps {
  moves: readonly RealMove[];
  /** Whether reports are still loading. */
  isLoading: boolean;
  hasFailed: boolean;
  /** The text to show if nothing moved. */
  emptyText: string;
  search: TimelineSearch;
  wording: Wording;
}

/** With more moves, the two lines about a failure would not fit, since the list has a fixed height. */
const maxMovesAboveFailure = 4;

/** The largest real moves, each with a link to where it is shown. */
export function WhatMoved(props: WhatMovedProps) {
  const { moves, isLoading, hasFailed, emptyText, wording } = props;
  // A page grouped by brand ignores the chosen brand, so the moves by platform or region are the tracked brand's.
  const search =
    props.search.groupBy === 'brand' ? { ...props.search, brandId: null } : props.search;
  return (
    <MovedList
      moves={hasFailed ? moves.slice(0, maxMovesAboveFailure) : moves}
      wording={wording}
      isTracked={({ isTracked }) => isTracked}
      subjectOf={subjectOf}
      renderLink={(move, content) =>
        move.groupBy === null ? (
          <MatrixLink search={search}>{content}</MatrixLink>
        ) : (
          <Link
            to="."
            search={writeSearch(toMoveSearch(search, move.groupBy, move.change))}
            resetScroll={false}
          >
            {content}
          </Link>
        )
      }
    >
      {moves.length === 0 && !isLoading && !hasFailed && <p>{emptyText}</p>}
      {isLoading && <p>Comparing brands, platforms and regions…</p>}
      {hasFailed && <p>Some comparisons could not be loaded. Reload the page.</p>}
    </MovedList>
  );
}
