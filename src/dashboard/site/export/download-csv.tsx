import { useState } from 'react';
import type { ReportColumns } from '../../api/columns.ts';
import { Button } from '../../ui/button.tsx';
import type { TimelineQuestion } from '../question/search.ts';
import type { View } from '../timeline/use-view.ts';
import { fileName, toCsv } from './csv.ts';

/** How long a browser may take to begin with a file, in milliseconds. */
const patience = 60_000;

interface DownloadCsvProps {
  view: View;
  report: ReportColumns;
  /** What this report answers. */
  question: TimelineQuestion;
  /** The site's name, or its id where the name is unknown. */
  siteName: string;
  /** True while the report answers an earlier question than the one asked now: then it waits. */
  isOld?: boolean;
}

/** Hands parts of a text to the browser as a file to keep. */
function save(parts: Blob[], name: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), patience);
}

/** Names the file's contents where they are more than the chart shows. */
const labelFor = ({ all, drawn }: View): string =>
  drawn.length < all.length ? 'Download CSV with hidden lines' : 'Download CSV';

/** Every point in view, drawn or not, as a CSV file. */
export function DownloadCsv({ view, report, question, siteName, isOld = false }: DownloadCsvProps) {
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle');
  const isEmpty = view.summaries.every(({ evidence }) => evidence.points === 0);
  const download = async () => {
    setState('making');
    try {
      const { default: Papa } = await import('papaparse');
      const { model, wording } = view;
      const exported = { model, report, question, zone: wording.zone, siteName };
      const parts: Blob[] = [];
      // Each is encoded on its own: all of a large file at once would hold the page up.
      for await (const part of toCsv(exported, Papa.unparse)) parts.push(new Blob([part]));
      save(parts, fileName(exported));
      setState('idle');
    } catch {
      // Its code could not be loaded, or the file is more than this browser holds.
      setState('failed');
    }
  };
  return (
    <>
      {state === 'failed' && <span role="alert">The file could not be made.</span>}
      <Button busy={isEmpty || isOld || state === 'making'} onClick={() => void download()}>
        {isEmpty ? 'No data to download' : labelFor(view)}
      </Button>
    </>
  );
}
