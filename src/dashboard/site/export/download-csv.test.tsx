import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { soon } from '../../../../tests/setup/soon.ts';
import { questionOf, readSearch } from '../question/search.ts';
import { toModel } from '../report/model.ts';
import { DownloadCsv } from './download-csv.tsx';

const report = columnsOf({
  metric: 'visibility',
  groupBy: 'brand',
  brand: null,
  series: [
    {
      key: 'a',
      label: '=cmd|calc',
      platform: null,
      points: [{ date: '2026-11-07', completedAt: null, value: -1, scanId: null }],
    },
  ],
  filters: null,
});
const view = {
  model: toModel(report, 'UTC'),
  facts: [],
  all: [],
  drawn: [],
  hidden: [],
  byDefault: new Set<string>(),
  wording: { zone: 'UTC', locale: undefined, unit: '%', decimals: 1 },
};
const props = {
  view,
  report,
  question: questionOf(readSearch({}), '2026-11-21'),
  siteName: 'northwind.example',
};

/** What was handed to the browser, and which addresses were given back. */
let saved: { name: string; address: string }[] = [];
let blobs: (Blob | MediaSource)[] = [];
let revoked: string[] = [];

beforeEach(() => {
  saved = [];
  blobs = [];
  revoked = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob);
    return 'blob:file';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => {
    revoked.push(address);
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, address: this.href });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));

it('hands over a file under its name, and gives its address back later', async () => {
  render(<DownloadCsv {...props} />);
  press();
  await vi.waitFor(() => expect(saved).toHaveLength(1), soon);
  expect(saved[0]).toEqual({
    name: 'northwind.example visibility by brand 2026-11-07.csv',
    address: 'blob:file',
  });
  const [blob] = blobs;
  const bytes = blob instanceof Blob ? new Uint8Array(await blob.arrayBuffer()) : null;
  expect(bytes?.subarray(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
  expect(new TextDecoder().decode(bytes ?? undefined)).toContain('"\'=cmd|calc",a,,UTC');
  expect(revoked).toEqual([]);
  vi.runAllTimers();
  expect(revoked).toEqual(['blob:file']);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that no file could be made, and makes one on the next try', async () => {
  vi.mocked(URL.createObjectURL).mockImplementationOnce(() => {
    throw new Error('too much');
  });
  render(<DownloadCsv {...props} />);
  press();
  await vi.waitFor(() => {
    expect(screen.getByRole('alert').textContent).toBe('The file could not be made.');
  }, soon);
  press();
  await vi.waitFor(() => expect(saved).toHaveLength(1), soon);
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), soon);
});

it('waits while the report is one that another question asked for', () => {
  render(<DownloadCsv {...props} isOld />);
  press();
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
  expect(saved).toEqual([]);
});
