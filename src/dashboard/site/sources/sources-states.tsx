import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { StripFrame } from '../comparison/strip-frame.tsx';
import { refusedIn } from '../question/refused.ts';
import { readSearch, type TimelineSearch, writeSearch } from '../question/search.ts';
import type { EmptyState } from '../report/empty.ts';
import pageStyles from '../timeline/timeline-page.module.css';
import type { Sources } from './model.ts';
import type { LoadedSources } from './use-sources.ts';

/** The search without filters and dates. */
function unfiltered({ metric, groupBy, zone, bucket, view, sort }: TimelineSearch): TimelineSearch {
  const { dropped: _, ...blank } = readSearch({});
  return { ...blank, metric, groupBy, zone, bucket, view, sort };
}

/** Why no domain is shown; null if there are some. */
export function emptinessOf(sources: Sources, search: TimelineSearch): EmptyState | null {
  if (sources.domains.length > 0 || sources.more > 0) return null;
  const bare = unfiltered(search);
  const isFiltered = JSON.stringify(writeSearch(bare)) !== JSON.stringify(writeSearch(search));
  const action = isFiltered ? { label: 'Clear filters and dates', search: bare } : null;
  if (sources.answers === 0) {
    return isFiltered
      ? { reason: 'No answer matches these filters and dates.', action }
      : {
          reason: 'No finished scans yet. The sources that their answers cite will appear here.',
          action: null,
        };
  }
  return {
    reason: isFiltered
      ? 'No answer with these filters and dates cites a source.'
      : 'No answer cites a source. Citations appear here when they are imported with the answers.',
    action,
  };
}

/** A placeholder about as tall as the page will be. */
export const SourcesSkeleton = () => (
  <Loading label="Loading the sources">
    <div className={pageStyles['skeleton']}>
      <StripFrame size="figures" />
      <Card>
        <Block width="100%" height="40rem" />
      </Card>
    </div>
  </Loading>
);

interface EmptySourcesProps {
  state: EmptyState;
  onSearch: (search: TimelineSearch) => void;
}

/** Shown instead of the domains when there are none. */
export function EmptySources({ state: { reason, action }, onSearch }: EmptySourcesProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <Card>
      <div ref={box} className={pageStyles['empty']}>
        <p>{reason}</p>
        {action && <Button onClick={() => onSearch(action.search)}>{action.label}</Button>}
      </div>
    </Card>
  );
}

interface SourcesFailureProps extends Pick<LoadedSources, 'error' | 'retry'> {
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
}

/** Shown when the report could not be loaded, with buttons to remove refused parameters. */
export function SourcesFailure({ error, retry, search, onSearch }: SourcesFailureProps) {
  return (
    <div className={pageStyles['stack']}>
      <Failure what="The sources could not be loaded" error={error} onRetry={retry} />
      {error !== null &&
        refusedIn(error, search).map(({ name, title, without }) => (
          <Button key={name} onClick={() => onSearch(without(search))}>
            Remove “{title}”
          </Button>
        ))}
    </div>
  );
}
