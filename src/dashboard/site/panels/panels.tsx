import { NotesDrawer } from '../notes/notes-drawer.tsx';
import type { TimelineQuestion, TimelineSearch } from '../question/search.ts';
import type { View } from '../timeline/use-view.ts';
import { PromptPanel } from './prompt-panel.tsx';
import { ScanPanel } from './scan-panel.tsx';

interface PanelsProps {
  siteId: string;
  siteName: string;
  search: TimelineSearch;
  zone: string;
  /** True when notes were opened without a recommendation. */
  areNotesOpen: boolean;
  onNotesClosed: () => void;
  onSearch: (search: TimelineSearch) => void;
  /** The report in view; null before the first. */
  view: View | null;
  /** The query of that report. */
  question: TimelineQuestion;
}

/** The open panel: a scan, else a prompt, else notes; never two together. */
export function Panels(props: PanelsProps) {
  const { siteId, siteName, search, zone, areNotesOpen, onNotesClosed, onSearch, view, question } =
    props;
  if (search.scan !== null) {
    return (
      <ScanPanel
        key={search.scan}
        siteId={siteId}
        scanId={search.scan}
        zone={zone}
        view={view}
        question={question}
        onScan={(scan) => onSearch({ ...search, scan })}
        onClose={() => onSearch({ ...search, scan: null })}
      />
    );
  }
  if (search.prompt !== null) {
    return (
      <PromptPanel
        key={search.prompt}
        siteId={siteId}
        promptId={search.prompt}
        onClose={() => onSearch({ ...search, prompt: null })}
      />
    );
  }
  if (search.recommendation !== null || areNotesOpen) {
    return (
      <NotesDrawer
        siteId={siteId}
        siteName={siteName}
        recommendationId={search.recommendation}
        zone={zone}
        onRecommendation={(recommendation) => onSearch({ ...search, recommendation })}
        onClose={() => {
          onNotesClosed();
          if (search.recommendation !== null) onSearch({ ...search, recommendation: null });
        }}
      />
    );
  }
  return null;
}
