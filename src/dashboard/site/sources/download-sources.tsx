import { DownloadMenu } from '../export/download-menu.tsx';
import type { TimelineRequest } from '../search/search.ts';
import type { Sources } from './model.ts';

interface DownloadSourcesProps {
  /** Null until a report has loaded, or if the current one could not be loaded. */
  sources: Sources | null;
  /** The query of the report. */
  question: TimelineRequest;
  zone: string;
  /** The site's name, or its ID if the name is unknown. */
  siteName: string;
  /** Whether to disable the button, because the report belongs to an earlier query or the site's name is loading. */
  isWaiting: boolean;
}

/** Downloads every listed domain, scan by scan, as a CSV file. */
export function DownloadSources({ sources, isWaiting, ...context }: DownloadSourcesProps) {
  const isEmpty = sources !== null && sources.domains.length === 0;
  const make = async () => {
    const [{ default: Papa }, { fileNameOf, toSourcesCsv }] = await Promise.all([
      import('papaparse'),
      import('./sources-csv.ts'),
    ]);
    const exported = { domains: sources?.domains ?? [], ...context };
    return { name: fileNameOf(exported), content: toSourcesCsv(exported, Papa.unparse) };
  };
  return (
    <DownloadMenu
      choices={[{ label: 'Every domain, scan by scan (CSV)', make }]}
      isEmpty={isEmpty}
      isWaiting={sources === null || isWaiting}
    />
  );
}
