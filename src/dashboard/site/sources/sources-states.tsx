import { Card } from '../../ui/card.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { StripFrame } from '../comparison/strip-frame.tsx';
import pageStyles from '../layout/page.module.css';
import type { TimelineSearch } from '../search/search.ts';
import { clearingAction, type EmptyState } from '../series/empty.ts';
import type { Sources } from './model.ts';

/** Why there are no domains; null if there are some, listed or not. */
export function emptyStateOf(sources: Sources, search: TimelineSearch): EmptyState | null {
  if (sources.domains.length > 0 || sources.unlistedCount > 0) return null;
  const action = clearingAction(search);
  if (sources.answers === 0) {
    return action
      ? { reason: 'No answer matches these filters and dates.', action }
      : {
          reason: 'No completed scans yet. The sources that answers cite will appear here.',
          action: null,
        };
  }
  return {
    reason: action
      ? 'No answer with these filters and dates cites a source.'
      : 'No answer cites a source. Citations appear here when they are imported with the answers.',
    action,
  };
}

/** A placeholder about as tall as the strip and the table. */
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
