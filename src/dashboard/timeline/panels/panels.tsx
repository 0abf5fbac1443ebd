import type { TimelineSearch } from '../search.ts';
import { PromptPanel } from './prompt-panel.tsx';
import { ScanPanel } from './scan-panel.tsx';

interface PanelsProps {
  siteId: string;
  search: TimelineSearch;
  zone: string;
  onSearch: (search: TimelineSearch) => void;
}

/** The panel that the address asks for: a scan before a prompt, never two at once. */
export function Panels({ siteId, search, zone, onSearch }: PanelsProps) {
  if (search.scan !== null) {
    return (
      <ScanPanel
        key={search.scan}
        siteId={siteId}
        scanId={search.scan}
        zone={zone}
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
  return null;
}
