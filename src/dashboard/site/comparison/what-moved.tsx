import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Grouping } from '../question/grouping.ts';
import { type TimelineSearch, writeSearch } from '../question/search.ts';
import type { Wording } from '../report/reading.ts';
import { type RealMove, subjectOf } from './find-real-moves.ts';
import { MovedList } from './moved-list.tsx';

/** The search that shows a move: its grouping, with the largest real moves in its direction first. */
const searchFor = (search: TimelineSearch, groupBy: Grouping, change: number): TimelineSearch => ({
  ...search,
  groupBy,
  sort: change < 0 ? '-move' : 'move',
  // Series of another grouping have other keys.
  ...(groupBy === search.groupBy ? {} : { show: [], hide: [] }),
});

/** Opens the matrix with the filters, dates and comparison of a search. */
function MatrixLink({ search, children }: { search: TimelineSearch; children: ReactNode }) {
  const { siteId, clientId } = useParams({ strict: false });
  if (siteId === undefined) return children;
  const shared = {
    // An open panel belongs to the page that it is on.
    search: writeSearch({ ...search, scan: null, prompt: null, recommendation: null }),
    children,
  } as const;
  return clientId === undefined ? (
    <Link to="/sites/$siteId/matrix" params={{ siteId }} {...shared} />
  ) : (
    <Link to="/clients/$clientId/sites/$siteId/matrix" params={{ clientId, siteId }} {...shared} />
  );
}

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

/** The number of moves that leave room for the two lines about a failure, since the list has a fixed height. */
const maxMovesAboveFailure = 4;

/** The largest real moves, each with a link to where it is shown. */
export function WhatMoved(props: WhatMovedProps) {
  const { moved, isLoading, isFailed, emptyText, wording } = props;
  // When the page is grouped by brand, the moves are those of the tracked brand.
  const search =
    props.search.groupBy === 'brand' ? { ...props.search, brandId: null } : props.search;
  return (
    <MovedList
      moved={isFailed ? moved.slice(0, maxMovesAboveFailure) : moved}
      wording={wording}
      subjectOf={subjectOf}
      renderLink={(move, content) =>
        move.groupBy === null ? (
          <MatrixLink search={search}>{content}</MatrixLink>
        ) : (
          <Link
            to="."
            search={writeSearch(searchFor(search, move.groupBy, move.change))}
            resetScroll={false}
          >
            {content}
          </Link>
        )
      }
    >
      {moved.length === 0 && !isLoading && !isFailed && <p>{emptyText}</p>}
      {isLoading && <p>Comparing brands, platforms and regions…</p>}
      {isFailed && <p>Some comparisons could not be loaded. Reload the page.</p>}
    </MovedList>
  );
}
