import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { soon } from '../../../../tests/setup/soon.ts';
import { questionOf, readSearch } from '../question/search.ts';
import { toModel } from '../report/model.ts';
import { summariseSeries } from '../report/series-summary.ts';
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
  summaries: summariseSeries(toModel(report, 'UTC')),
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

/** Downloads that were started, their contents, and the URLs that were revoked. */
let saved: { name: string; address: string }[] = [];
let blobs: (Blob | MediaSource)[] = [];
let revoked: string[] = [];

/** Records a clicked download link in place of the browser. */
function keep(event: MouseEvent): void {
  if (!(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  saved.push({ name: event.target.download, address: event.target.href });
}

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
  document.addEventListener('click', keep);
});
afterEach(() => {
  document.removeEventListener('click', keep);
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));

it('downloads a named file, and revokes its URL later', async () => {
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

it('reports a file that could not be created, and creates it on the next try', async () => {
  vi.mocked(URL.createObjectURL).mockImplementationOnce(() => {
    throw new Error('too much');
  });
  render(<DownloadCsv {...props} />);
  press();
  await vi.waitFor(() => {
    expect(screen.getByRole('alert').textContent).toBe('The file could not be created.');
  }, soon);
  press();
  await vi.waitFor(() => expect(saved).toHaveLength(1), soon);
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), soon);
});

it('waits while the report belongs to another question', () => {
  render(<DownloadCsv {...props} isWaiting />);
  press();
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
  expect(saved).toEqual([]);
});

it('mentions hidden lines in its label', () => {
  const [summary] = view.summaries;
  if (!summary) throw new Error('A report without series.');
  const all = [{ summary, look: { colour: 'red', dash: undefined } }];
  const { rerender } = render(<DownloadCsv {...props} view={{ ...view, all, drawn: all }} />);
  expect(screen.getByRole('button').textContent).toBe('Download CSV');
  rerender(<DownloadCsv {...props} view={{ ...view, all, drawn: [] }} />);
  expect(screen.getByRole('button').textContent).toBe('Download CSV with hidden lines');
});

it.each([
  ['no series', []],
  ['a series without points', [{ key: 'a', label: 'A', platform: null, points: [] }]],
])('has nothing to download for a report with %s', (_, series) => {
  const empty = columnsOf({
    ...{ metric: 'visibility', groupBy: 'brand', brand: null, series, filters: null },
  });
  const model = toModel(empty, 'UTC');
  render(
    <DownloadCsv
      {...props}
      report={empty}
      view={{ ...view, model, summaries: summariseSeries(model) }}
    />,
  );
  const button = screen.getByRole('button', { name: 'No data to download' });
  fireEvent.click(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(saved).toEqual([]);
});
