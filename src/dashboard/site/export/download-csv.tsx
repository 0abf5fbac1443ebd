import { useState } from 'react';
import type { ReportColumns } from '../../api/columns.ts';
import { Button } from '../../ui/button.tsx';
import type { TimelineQuestion } from '../question/search.ts';
import type { View } from '../timeline/use-view.ts';

/** How long a browser may take to start a download, in milliseconds. */
const revokeAfter = 60_000;

interface DownloadCsvProps {
  view: View;
  report: ReportColumns;
  /** The query of this report. */
  question: TimelineQuestion;
  /** The site's name, or its ID if the name is unknown. */
  siteName: string;
  /** True while the report belongs to an earlier question, which disables the button. */
  isOld?: boolean;
}

/** Downloads parts of a text as one file. */
function save(parts: Blob[], name: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), revokeAfter);
}

/** Mentions hidden lines, which the file contains too. */
const labelFor = ({ all, drawn }: View): string =>
  drawn.length < all.length ? 'Download CSV with hidden lines' : 'Download CSV';

/** Downloads every point in view, drawn or not, as a CSV file. */
export function DownloadCsv({ view, report, question, siteName, isOld = false }: DownloadCsvProps) {
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle');
  const isEmpty = view.summaries.every(({ evidence }) => evidence.points === 0);
  const download = async () => {
    setState('making');
    try {
      const [{ default: Papa }, { fileName, toCsv }] = await Promise.all([
        import('papaparse'),
        import('./csv.ts'),
      ]);
      const { model, wording } = view;
      const exported = { model, report, question, zone: wording.zone, siteName };
      const parts: Blob[] = [];
      // Each part is encoded on its own: a large file at once would block the page.
      for await (const part of toCsv(exported, Papa.unparse)) parts.push(new Blob([part]));
      save(parts, fileName(exported));
      setState('idle');
    } catch {
      // The code could not be loaded, or the file is too large for the browser.
      setState('failed');
    }
  };
  return (
    <>
      {state === 'failed' && <span role="alert">The file could not be created.</span>}
      <Button busy={isEmpty || isOld || state === 'making'} onClick={() => void download()}>
        {isEmpty ? 'No data to download' : labelFor(view)}
      </Button>
    </>
  );
}
