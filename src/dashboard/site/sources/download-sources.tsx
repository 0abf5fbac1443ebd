import { CsvButton } from '../export/csv-button.tsx';
import type { TimelineQuestion } from '../question/search.ts';
import type { Sources } from './model.ts';

interface DownloadSourcesProps {
  /** Null before the first report. */
  sources: Sources | null;
  /** The query of this report. */
  question: TimelineQuestion;
  zone: string;
  /** The site's name, or its ID if the name is unknown. */
  siteName: string;
  /** Whether the report belongs to an earlier question or the site's name is loading: disables the button. */
  isWaiting: boolean;
}

/** Downloads every listed domain, scan by scan, as a CSV file. */
export function DownloadSources({ sources, isWaiting, ...rest }: DownloadSourcesProps) {
  const isEmpty = sources !== null && sources.domains.length === 0;
  return (
    <CsvButton
      label={isEmpty ? 'No data to download' : 'Download CSV'}
      isDisabled={sources === null || isEmpty || isWaiting}
      makeFile={async (unparse) => {
        const { fileNameOf, toSourcesCsv } = await import('./sources-csv.ts');
        const exported = { domains: sources?.domains ?? [], ...rest };
        return { name: fileNameOf(exported), parts: toSourcesCsv(exported, unparse) };
      }}
    />
  );
}
