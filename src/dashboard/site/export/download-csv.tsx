import type { ReportColumns } from '../../api/columns.ts';
import type { TimelineQuestion } from '../question/search.ts';
import type { View } from '../timeline/use-view.ts';
import { CsvButton } from './csv-button.tsx';

interface DownloadCsvProps {
  view: View;
  report: ReportColumns;
  /** The query of this report. */
  question: TimelineQuestion;
  /** The site's name, or its ID if the name is unknown. */
  siteName: string;
  /** Whether the report belongs to an earlier question or the site's name is loading: disables the button. */
  isWaiting?: boolean;
}

/** Mentions hidden lines, which the file contains too. */
const labelFor = ({ all, drawn }: View): string =>
  drawn.length < all.length ? 'Download CSV with hidden lines' : 'Download CSV';

/** Downloads every point in view, drawn or not, as a CSV file. */
export function DownloadCsv({
  view,
  report,
  question,
  siteName,
  isWaiting = false,
}: DownloadCsvProps) {
  const isEmpty = view.summaries.every(({ evidence }) => evidence.points === 0);
  return (
    <CsvButton
      label={isEmpty ? 'No data to download' : labelFor(view)}
      isDisabled={isEmpty || isWaiting}
      makeFile={async (unparse) => {
        const { fileName, toCsv } = await import('./csv.ts');
        const { model, wording } = view;
        const exported = { model, report, question, zone: wording.zone, siteName };
        return { name: fileName(exported), parts: toCsv(exported, unparse) };
      }}
    />
  );
}
