import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import type { TimelineSearch } from '../search/search.ts';
import type { EmptyState } from '../series/empty.ts';
import pageStyles from './page.module.css';

interface EmptyReportProps {
  state: EmptyState;
  onSearch: (search: TimelineSearch) => void;
}

/** Shown instead of a report when there is nothing to show. */
export function EmptyReport({ state: { reason, action }, onSearch }: EmptyReportProps) {
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
