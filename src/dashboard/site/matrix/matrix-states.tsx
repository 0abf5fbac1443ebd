import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { filtersQuery } from '../../api/site-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { StripFrame } from '../comparison/strip-frame.tsx';
import { refusedIn } from '../question/refused.ts';
import type { TimelineSearch } from '../question/search.ts';
import type { EmptyState } from '../report/empty.ts';
import { counted } from '../report/figures.ts';
import pageStyles from '../timeline/timeline-page.module.css';
import type { LoadedMatrix } from './use-matrix.ts';

/** Rows expected until the service's platforms are known. */
const usualRows = 10;

interface MatrixSkeletonProps {
  siteId: string;
  /** How many platforms are chosen; 0 for all. */
  chosen: number;
  isCompared: boolean;
}

/** A placeholder as tall as the grid will be. */
export function MatrixSkeleton({ siteId, chosen, isCompared }: MatrixSkeletonProps) {
  const { data } = useQuery(filtersQuery(siteId));
  const rows = (chosen || data?.models.length || usualRows) + 1;
  return (
    <Loading label="Loading the matrix">
      <div className={pageStyles['skeleton']}>
        <StripFrame size={isCompared ? 'short' : 'figures'} />
        <Card>
          <Block width="100%" height={`calc(${rows} * 4.25rem + 4rem)`} />
        </Card>
      </div>
    </Loading>
  );
}

interface EmptyMatrixProps {
  state: EmptyState;
  onSearch: (search: TimelineSearch) => void;
}

/** Shown instead of the grid when there is nothing to show. */
export function EmptyMatrix({ state: { reason, action }, onSearch }: EmptyMatrixProps) {
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

interface MatrixFailureProps {
  error: Error;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  onRetry: () => void;
}

/** Shown when the platforms could not be loaded, with buttons to remove refused parameters. */
export function MatrixFailure({ error, search, onSearch, onRetry }: MatrixFailureProps) {
  return (
    <div className={pageStyles['stack']}>
      <Failure what="The matrix could not be loaded" error={error} onRetry={onRetry} />
      {refusedIn(error, search).map(({ name, title, without }) => (
        <Button key={name} onClick={() => onSearch(without(search))}>
          Remove “{title}”
        </Button>
      ))}
    </div>
  );
}

/** Shown when some reports failed. The rest stay, but verdicts of cells need every report. */
export function PartsFailed({ failed, retry }: Pick<LoadedMatrix, 'failed' | 'retry'>) {
  return (
    <Notice tone="warn">
      {counted(failed, 'report', 'reports', undefined)} could not be loaded. Verdicts of the cells
      appear once all have loaded.{' '}
      <Button look="quiet" onClick={retry}>
        Try again
      </Button>
    </Notice>
  );
}
