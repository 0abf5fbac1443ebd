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
  /** True while the report belongs to an earlier question, which disables the button. */
  isOld: boolean;
}

/** Downloads every listed domain, scan by scan, as a CSV file. */
export function DownloadSources({ sources, isOld, ...rest }: DownloadSourcesProps) {
  const isEmpty = sources !== null && sources.domains.length === 0;
  return (
    <CsvButton
      label={isEmpty ? 'No data to download' : 'Download CSV'}
      isDisabled={sources === null || isEmpty || isOld}
      makeFile={async (unparse) => {
        const { fileNameOf, toSourcesCsv } = await import('./sources-csv.ts');
        const exported = { domains: sources?.domains ?? [], ...rest };
        return { name: fileNameOf(exported), parts: toSourcesCsv(exported, unparse) };
      }}
    />
  );
}
