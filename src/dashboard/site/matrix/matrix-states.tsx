import { useQuery } from '@tanstack/react-query';
import { filtersQuery } from '../../api/site-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useSite } from '../../use-site.ts';
import { StripFrame } from '../comparison/strip-frame.tsx';
import pageStyles from '../layout/page.module.css';
import type { LoadedMatrix } from './use-matrix.ts';

/** Number of rows assumed until the site's platforms are known. */
const defaultRowCount = 10;

interface MatrixSkeletonProps {
  /** How many platforms are chosen; 0 for all. */
  chosenPlatformCount: number;
  isCompared: boolean;
}

/** A placeholder about as tall as the grid will be. */
export function MatrixSkeleton({ chosenPlatformCount, isCompared }: MatrixSkeletonProps) {
  const { siteId } = useSite();
  const { data: options } = useQuery(filtersQuery(siteId));
  const rowCount = (chosenPlatformCount || options?.models.length || defaultRowCount) + 1;
  return (
    <Loading label="Loading the matrix">
      <div className={pageStyles['skeleton']}>
        <StripFrame size={isCompared ? 'short' : 'figures'} />
        <Card>
          <Block width="100%" height={`calc(${rowCount} * 4.25rem + 4rem)`} />
        </Card>
      </div>
    </Loading>
  );
}

interface FailedPartsProps extends Pick<LoadedMatrix, 'retry'> {
  /** Whether the cells have no verdicts because a platform's report is missing. */
  areVerdictsMissing: boolean;
}

/** Says that some reports failed. The others stay visible, but the verdicts of cells need every platform's report. */
export function FailedPartsNotice({ retry, areVerdictsMissing }: FailedPartsProps) {
  return (
    <Notice tone="warn">
      Some figures could not be loaded.
      {areVerdictsMissing && ' Verdicts appear once all platforms have loaded.'}{' '}
      <Button look="quiet" onClick={retry}>
        Try again
      </Button>
    </Notice>
  );
}
