import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useCanRunScans } from '../../app/session/use-session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { useSite } from '../../use-site.ts';
import { useAddress } from '../search/address.ts';
import { type TimelineSearch, withoutPanels, writeSearch } from '../search/search.ts';
import type { EmptyState } from '../series/empty.ts';
import pageStyles from './page.module.css';

interface EmptyReportProps {
  state: EmptyState;
  onSearch: (search: TimelineSearch) => void;
}

/** A link to the page on which scans are run. */
function ScansLink() {
  const { siteId } = useSite();
  const { search } = useAddress();
  return (
    <Link
      to="/sites/$siteId/scans"
      params={{ siteId }}
      search={writeSearch(withoutPanels(search))}
      className={buttonClass('strong')}
    >
      Run scans
    </Link>
  );
}

/** Shown instead of a report when there is nothing to show. */
export function EmptyReport({ state, onSearch }: EmptyReportProps) {
  const { reason, action, isUnmeasured } = state;
  const canRunScans = useCanRunScans();
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <Card>
      <div ref={box} className={pageStyles['empty']}>
        <p>{reason}</p>
        {action && <Button onClick={() => onSearch(action.search)}>{action.label}</Button>}
        {isUnmeasured && canRunScans && <ScansLink />}
      </div>
    </Card>
  );
}
