import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { GroupBy } from '../../../contract/enums.ts';
import { type TimelineSearch, writeSearch } from '../question/search.ts';
import { sizeOfChange } from '../report/figures.ts';
import type { Wording } from '../timeline/chart/reading.ts';
import styles from './comparison.module.css';
import type { Moved } from './what-moved.ts';

/** "Fernway", or of the brand of the page "On ChatGPT" and "In France". */
const subjectOf = ({ groupBy, label }: Moved): string =>
  ({ brand: label, platform: `On ${label}`, region: `In ${label}` })[groupBy];

/** The search that shows a move: its grouping, the largest changes first. */
const searchFor = (search: TimelineSearch, groupBy: GroupBy): TimelineSearch => ({
  ...search,
  groupBy,
  sort: 'move',
  // Under brands the moves are the tracked brand's.
  brandId: search.groupBy === 'brand' ? null : search.brandId,
  // Series of another grouping have other keys.
  ...(groupBy === search.groupBy ? {} : { show: [], hide: [] }),
});

interface WhatMovedProps {
  moved: readonly Moved[];
  /** True while reports are still loading. */
  isLoading: boolean;
  isFailed: boolean;
  /** Whether periods were measured differently, so that some moves are not listed. */
  isChanged: boolean;
  search: TimelineSearch;
  wording: Wording;
}

/** The largest real moves, each with a link to where it is shown. */
export function WhatMoved({
  moved,
  isLoading,
  isFailed,
  isChanged,
  search,
  wording,
}: WhatMovedProps) {
  const { unit, locale, decimals } = wording;
  return (
    <section className={styles['moved']} aria-label="What moved">
      <h2>
        What moved <small>more than the usual scatter</small>
      </h2>
      <ul>
        {moved.map((each) => {
          const Arrow = each.change > 0 ? ArrowUp : ArrowDown;
          const size = sizeOfChange(Math.abs(each.change), unit, locale, decimals);
          const sentence = `${subjectOf(each)}: ${each.change > 0 ? 'up' : 'down'} ${size}`;
          return (
            <li key={`${each.groupBy} ${each.label}`}>
              <Link
                to="."
                search={writeSearch(searchFor(search, each.groupBy))}
                resetScroll={false}
              >
                <span className={styles['change']} data-direction={each.change > 0 ? 'up' : 'down'}>
                  <Arrow size={14} aria-hidden="true" strokeWidth={2.5} />
                </span>
                <span title={sentence}>{sentence}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {moved.length === 0 && !isLoading && !isFailed && (
        <p>
          {isChanged
            ? 'The periods were measured differently, so moves cannot be told from scatter.'
            : 'Nothing moved more than the usual scatter.'}
        </p>
      )}
      {isLoading && <p>Comparing brands, platforms and regions…</p>}
      {isFailed && <p>Some comparisons could not be loaded.</p>}
    </section>
  );
}
