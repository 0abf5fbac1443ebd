import { lazy, Suspense } from 'react';
import { useCapability } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';
import type { View } from '../chart/use-view.ts';
import { NotesDrawer } from '../notes/notes-drawer.tsx';
import type { TimelineSearch } from '../search/search.ts';
import { PromptPanel } from './prompt-panel.tsx';
import { ScanPanel } from './scan-panel.tsx';

/** Loaded on demand, since not every service lists recommendations. If it cannot be loaded, `NotesDrawer` opens. */
const RecommendationsDrawer = lazy(() =>
  import('../notes/recommendations-drawer.tsx').then(
    ({ RecommendationsDrawer }) => ({ default: RecommendationsDrawer }),
    () => ({ default: NotesDrawer }),
  ),
);

interface PanelsProps {
  siteName: string;
  search: TimelineSearch;
  zone: string;
  /** Whether the notes are open even if the address names no recommendation. */
  areNotesOpen: boolean;
  onNotesOpenChange: (areOpen: boolean) => void;
  onSearch: (search: TimelineSearch) => void;
  /** The report in view; null until one has loaded. */
  view: View | null;
}

/** The open panel: the scan, or else the prompt, or else the notes; never two at once. */
export function Panels(props: PanelsProps) {
  const { siteId } = useSite();
  const { siteName, search, zone, areNotesOpen, onNotesOpenChange, onSearch, view } = props;
  const areRecommendationsListed = useCapability('recommendations');
  if (search.scan !== null) {
    return (
      <ScanPanel
        scanId={search.scan}
        zone={zone}
        view={view}
        onScan={(scan) => onSearch({ ...search, scan })}
        onClose={() => onSearch({ ...search, scan: null })}
      />
    );
  }
  if (search.prompt !== null) {
    return (
      <PromptPanel
        key={search.prompt}
        promptId={search.prompt}
        search={search}
        onClose={() => onSearch({ ...search, prompt: null })}
      />
    );
  }
  if (search.recommendation !== null || areNotesOpen) {
    const notes = {
      siteId,
      siteName,
      zone,
      recommendationId: search.recommendation,
      onRecommendation: (recommendation: string | null) => {
        // Keeps the list open when the address no longer names a recommendation.
        onNotesOpenChange(true);
        onSearch({ ...search, recommendation });
      },
      onClose: () => {
        onNotesOpenChange(false);
        if (search.recommendation !== null) onSearch({ ...search, recommendation: null });
      },
    };
    if (!areRecommendationsListed) return <NotesDrawer {...notes} />;
    return (
      <Suspense>
        <RecommendationsDrawer {...notes} />
      </Suspense>
    );
  }
  return null;
}
