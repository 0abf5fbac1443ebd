import type Papa from 'papaparse';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** How long a browser may take to start a download, in milliseconds. */
const revokeAfter = 60_000;

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

/** A file to download: its name, and its text in parts that yield to the browser between them. */
export interface CsvFile {
  name: string;
  parts: AsyncIterable<string>;
}

interface CsvButtonProps {
  label: string;
  /** Whether there is nothing to download now. */
  isDisabled: boolean;
  /** Makes the file; given papaparse's function, which is loaded on demand. */
  makeFile: (unparse: typeof Papa.unparse) => Promise<CsvFile>;
}

/** A button that makes and downloads a CSV file. */
export function CsvButton({ label, isDisabled, makeFile }: CsvButtonProps) {
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle');
  const download = async () => {
    setState('making');
    try {
      const { default: Papa } = await import('papaparse');
      const { name, parts: text } = await makeFile(Papa.unparse);
      const parts: Blob[] = [];
      // Each part is encoded on its own: a large file at once would block the page.
      for await (const part of text) parts.push(new Blob([part]));
      save(parts, name);
      setState('idle');
    } catch {
      // The code could not be loaded, or the file is too large for the browser.
      setState('failed');
    }
  };
  return (
    <>
      {state === 'failed' && <span role="alert">The file could not be created.</span>}
      <Button busy={isDisabled || state === 'making'} onClick={() => void download()}>
        {label}
      </Button>
    </>
  );
}
