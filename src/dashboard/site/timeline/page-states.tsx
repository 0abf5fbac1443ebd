import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { useMedia } from '../../ui/use-media.ts';
import { chartHeight } from '../chart/timeline-chart.tsx';
import { useWidth } from '../chart/use-width.ts';
import { StripFrame } from '../comparison/strip-frame.tsx';
import styles from '../layout/page.module.css';
import { refusedParametersIn } from '../search/refused-parameters.ts';
import type { TimelineSearch } from '../search/search.ts';

/** A placeholder for the chart. It measures the width for the chart that replaces it. */
function ChartPlaceholder() {
  const box = useRef<HTMLDivElement>(null);
  useWidth(box);
  return (
    <div ref={box}>
      <Block width="100%" height={chartHeight} />
    </div>
  );
}

/** A placeholder with the layout of the page. */
export function TimelineSkeleton({ isCompared }: { isCompared: boolean }) {
  const isPhone = useMedia('(max-width: 40rem)');
  const figures = (isCompared && isPhone ? ['a', 'b'] : ['a', 'b', 'c', 'd']).map((key) => (
    <div key={key} className={styles['skeleton']}>
      <Block width="5rem" height="1.6rem" />
      <Block width="8rem" height="0.9rem" />
    </div>
  ));
  return (
    <Loading label="Loading the timeline">
      <div className={styles['skeleton']}>
        {isCompared ? (
          <StripFrame size={isPhone ? 'lead' : 'full'}>
            <div className={styles['strip']}>{figures}</div>
          </StripFrame>
        ) : (
          <Card>
            <div className={styles['strip']}>{figures}</div>
          </Card>
        )}
        <Card>
          <ChartPlaceholder />
        </Card>
        <Card>
          <Block width="100%" height="16rem" />
        </Card>
      </div>
    </Loading>
  );
}

interface TimelineFailureProps {
  error: Error;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  onRetry: () => void;
}

/** Shows why the timeline could not be loaded, with a button to remove each refused parameter. */
export function TimelineFailure({ error, search, onSearch, onRetry }: TimelineFailureProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={box} className={styles['stack']}>
      <Failure title="The timeline could not be loaded" error={error} onRetry={onRetry} />
      {refusedParametersIn(error, search).map(({ name, title, reason, removeFrom }) => (
        <p key={name} className={styles['basis']}>
          {reason && `${title} ${reason}. `}
          <Button onClick={() => onSearch(removeFrom(search))}>Remove “{title}”</Button>
        </p>
      ))}
    </div>
  );
}
