import { useRef } from 'react';
import { problemTypes } from '../../contract/problem.ts';
import type { TimelineReport } from '../../contract/resources.ts';
import { ApiError } from '../api/errors.ts';
import { calendarDay, type Locale } from '../time/format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import { Block, Loading } from '../ui/skeleton.tsx';
import { useFocusKept } from '../ui/use-focus-kept.ts';
import { chartHeight } from './chart/timeline-chart.tsx';
import type { Emptiness } from './empty.ts';
import type { TimelineSearch } from './search.ts';
import styles from './timeline-page.module.css';

/** The page's real layout in grey. */
export function TimelineSkeleton() {
  return (
    <Loading label="Loading the timeline">
      <div className={styles['skeleton']}>
        <Card>
          <div className={styles['strip']}>
            {['a', 'b', 'c', 'd'].map((key) => (
              <div key={key} className={styles['skeleton']}>
                <Block width="5rem" height="1.6rem" />
                <Block width="8rem" height="0.9rem" />
              </div>
            ))}
          </div>
        </Card>
        <Card>
          <Block width="100%" height={chartHeight} />
        </Card>
        <Card>
          <Block width="100%" height="16rem" />
        </Card>
      </div>
    </Loading>
  );
}

/** Stands for a panel whose code did not come: the browser asks for it again only with the page. */
export function PanelUnavailable() {
  return (
    <Notice tone="bad">
      The panel could not be loaded.{' '}
      <Button look="quiet" onClick={() => window.location.reload()}>
        Load the page again
      </Button>
    </Notice>
  );
}

interface EmptyProps {
  emptiness: Emptiness;
  onSearch: (search: TimelineSearch) => void;
}

/** Stands where the chart would, when there is nothing to draw. */
export function Empty({ emptiness: { why, remedy }, onSearch }: EmptyProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusKept(box);
  return (
    <Card>
      <div ref={box} className={styles['empty']}>
        <p>{why}</p>
        {remedy && <Button onClick={() => onSearch(remedy.search)}>{remedy.label}</Button>}
      </div>
    </Card>
  );
}

interface RefusedProps {
  error: Error;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  onRetry: () => void;
}

/** Parameters that a failed timeline may do without. */
const removable = [
  'promptId',
  'tag',
  'category',
  'product',
  'persona',
  'stage',
  'brandMention',
  'platform',
  'region',
  'brand',
  'competitorId',
  'brandId',
  'startDate',
  'endDate',
] as const;
type Removable = (typeof removable)[number];

const isSet = (search: TimelineSearch, name: Removable): boolean => {
  if ((name === 'startDate' || name === 'endDate') && search.range !== null) return true;
  const value = search[name];
  return value !== null && value.length > 0;
};

const without = (search: TimelineSearch, name: Removable): TimelineSearch => ({
  ...search,
  // Dates may come from a range that moves.
  ...(name === 'startDate' || name === 'endDate' ? { range: null } : {}),
  [name]: Array.isArray(search[name]) ? [] : null,
});

/** The parameters at fault and why, as far as the service says; of a missing brand, all that name one. */
function faultsOf(error: Error): ReadonlyMap<string, string | null> {
  if (!(error instanceof ApiError)) return new Map();
  if (error.kind === 'refused') {
    return new Map(error.faults.map(({ parameter, message }) => [parameter, message]));
  }
  if (error.problemType !== problemTypes.brandNotFound) return new Map();
  return new Map(['brand', 'competitorId', 'brandId'].map((name) => [name, null]));
}

/** A failure of the timeline's call; parameters that the service refused can be left out at once. */
export function TimelineFailure({ error, search, onSearch, onRetry }: RefusedProps) {
  const faults = faultsOf(error);
  const box = useRef<HTMLDivElement>(null);
  useFocusKept(box);
  return (
    <div ref={box} className={styles['stack']}>
      <Failure what="The timeline could not be loaded" error={error} onRetry={onRetry} />
      {removable
        .filter((name) => faults.has(name) && isSet(search, name))
        .map((name) => (
          <p key={name} className={styles['basis']}>
            {faults.get(name) && `${name}: ${faults.get(name)} `}
            <Button onClick={() => onSearch(without(search, name))}>Leave out {name}</Button>
          </p>
        ))}
    </div>
  );
}

/** The UTC days that the service says it kept to; null without any. */
export function daysInWords(report: TimelineReport, locale: Locale): string | null {
  const { startDate = null, endDate = null } = report.filters ?? {};
  const from = startDate && `from ${calendarDay(startDate, locale)}`;
  const to = endDate && `to ${calendarDay(endDate, locale)}`;
  const days = [from, to].filter(Boolean).join(' ');
  return days === '' ? null : `${days} (UTC days)`;
}
