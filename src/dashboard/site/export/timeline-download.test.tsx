import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { waitOptions } from '../../../../tests/setup/wait-options.ts';
import { compareReport } from '../../../figures/comparison/compare-report.ts';
import { toModel } from '../../../figures/series/model.ts';
import { summariseSeries } from '../../../figures/series/series-summary.ts';
import { createSessionStore } from '../../app/session/session.ts';
import { SessionContext } from '../../app/session/use-session.ts';
import { SiteContext } from '../../use-site.ts';
import { readSearch } from '../search/search.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { seriesColumns } from '../timeline/table/columns.tsx';
import { TimelineDownload } from './timeline-download.tsx';
import { createPointsFile } from './timeline-files.tsx';

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
  defaultIds: new Set<string>(),
  wording: { zone: 'UTC', locale: 'en-US', unit: '%', decimals: 1 },
};
const shown = {
  view,
  report,
  comparison: null,
  columns: seriesColumns,
  namedFirst: null,
  changes: null,
  today: '2026-11-21',
  search: readSearch({}),
  siteName: 'northwind.example',
};

/** Downloads that were started, their contents, and the URLs that were revoked. */
let downloads: { name: string; url: string }[] = [];
let blobs: (Blob | MediaSource)[] = [];
let revokedUrls: string[] = [];

/** Records a click on a download link, which the test browser cannot follow. */
function recordDownload(event: MouseEvent): void {
  if (!(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  downloads.push({ name: event.target.download, url: event.target.href });
}

beforeEach(() => {
  downloads = [];
  blobs = [];
  revokedUrls = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob);
    return 'blob:file';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    revokedUrls.push(url);
  });
  document.addEventListener('click', recordDownload);
});
afterEach(() => {
  document.removeEventListener('click', recordDownload);
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type DownloadProps = Partial<ComponentProps<typeof TimelineDownload>>;

/** Sends no requests, so the site's filter options stay unknown. */
const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
const sessionStore = createSessionStore({
  session: null,
  units: {},
  paging: { cursor: 'cursor', limit: 'limit' },
  brand: { name: 'Sightline', logo: null, accent: null },
  share: null,
  sample: false,
  help: { sampleKeys: [], isEmpty: false },
  capabilities: [],
});
const withContexts = (props: DownloadProps = {}) => (
  <SessionContext value={sessionStore}>
    <QueryClientProvider client={client}>
      <SiteContext value={{ siteId: 'a', clientId: null }}>
        <TimelineDownload shown={shown} isWaiting={false} {...props} />
      </SiteContext>
    </QueryClientProvider>
  </SessionContext>
);
const getDownloadButton = () => screen.getByRole('button', { name: 'Download' });
const choose = (name: string) => {
  fireEvent.click(getDownloadButton());
  fireEvent.click(screen.getByRole('button', { name }));
};

it('downloads every point as a CSV file, and revokes its URL afterwards', async () => {
  render(withContexts());
  choose('Every point (CSV)');
  await vi.waitFor(() => expect(downloads).toHaveLength(1), waitOptions);
  expect(downloads[0]).toEqual({
    name: 'northwind.example visibility by brand 2026-11-07.csv',
    url: 'blob:file',
  });
  const [blob] = blobs;
  const bytes = blob instanceof Blob ? new Uint8Array(await blob.arrayBuffer()) : null;
  expect(bytes?.subarray(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
  expect(new TextDecoder().decode(bytes ?? undefined)).toContain('"\'=cmd|calc",a,,UTC');
  expect(revokedUrls).toEqual([]);
  vi.runAllTimers();
  expect(revokedUrls).toEqual(['blob:file']);
});

it('has every point of series that a comparison leaves out, and the end that was asked for', async () => {
  const dayAt = (day: number) => `2026-11-0${day}`;
  const seriesOf = (key: string, value: number | null) => ({
    key,
    label: key,
    platform: null,
    points: [1, 2, 3, 4].map((day) => ({
      date: dayAt(day),
      completedAt: null,
      value,
      scanId: null,
    })),
  });
  const fullReport = columnsOf({
    metric: 'visibility',
    groupBy: 'brand',
    brand: null,
    series: [seriesOf('a', 1), seriesOf('b', null)],
    filters: { platform: [], region: [], startDate: dayAt(1), endDate: null },
  });
  const compared = {
    now: { start: dayAt(3), end: '2026-11-21' },
    before: { start: dayAt(1), end: dayAt(2) },
    earlier: [],
  };
  const { inView, comparison } = compareReport(fullReport, compared);
  expect(inView?.series).toHaveLength(1);
  const { content } = await createPointsFile({
    ...shown,
    report: inView ?? report,
    comparison,
    search: readSearch({ startDate: dayAt(3) }),
    options: null,
    textOfPrompt: () => undefined,
    settings: { brand: { name: 'Sightline', logo: null, accent: null }, sample: false },
  });
  const parts = content instanceof Blob ? [] : await Array.fromAsync(content);
  const text = parts.join('');
  expect(text.trim().split('\r\n')).toEqual([
    'requested_start_date,applied_start_date,metric,group_by,series,series_key,completed_at,zone,utc_day,scan_id,value',
    ...['a', 'b'].flatMap((key) =>
      [3, 4].map(
        (day) =>
          `${dayAt(3)},${dayAt(3)},visibility,brand,${key},${key},,UTC,${dayAt(day)},,${key === 'a' ? 1 : ''}`,
      ),
    ),
  ]);
});

it('closes the menu after a choice, and returns focus to its button', async () => {
  render(withContexts());
  choose('Every point (CSV)');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(getDownloadButton());
  await vi.waitFor(() => expect(downloads).toHaveLength(1), waitOptions);
});

it('reports a file that could not be created, and creates it on the next try', async () => {
  vi.mocked(URL.createObjectURL).mockImplementationOnce(() => {
    throw new Error('too much');
  });
  render(withContexts());
  choose('Every point (CSV)');
  await vi.waitFor(() => {
    expect(screen.getByRole('status').textContent).toBe(
      'The file could not be created. Reload the page, or choose a shorter date range.',
    );
  }, waitOptions);
  choose('Every point (CSV)');
  await vi.waitFor(() => expect(downloads).toHaveLength(1), waitOptions);
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(''), waitOptions);
});

it('disables the button while the page waits for its report', () => {
  render(withContexts({ isWaiting: true }));
  fireEvent.click(getDownloadButton());
  expect(getDownloadButton().getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('the download menu with hidden series', () => {
  const [summary] = view.summaries;
  if (!summary) throw new Error('The report has no series.');
  const first = { summary, look: { colour: 'red', dash: undefined } };
  const second = { ...first, summary: { ...summary, series: { ...summary.series, id: 'b' } } };
  const propsWith = (
    drawn: readonly DrawnSeries[],
    hidden: readonly DrawnSeries[],
  ): DownloadProps => ({
    shown: { ...shown, view: { ...view, all: [first, second], drawn, hidden } },
  });

  it('leaves them out of the table, and says so in the menu and the file name', async () => {
    render(withContexts(propsWith([first], [second])));
    choose('Table as shown (CSV) Without 1 hidden series');
    await vi.waitFor(() => expect(downloads).toHaveLength(1), waitOptions);
    expect(downloads[0]?.name).toBe(
      'northwind.example visibility by brand table without 1 hidden series 2026-11-07.csv',
    );
    const [blob] = blobs;
    const text = blob instanceof Blob ? await blob.text() : '';
    expect(text.trim().split('\r\n')).toHaveLength(2);
  });

  it('disables the chart downloads if every line is hidden, and says why', async () => {
    render(withContexts(propsWith([], [first, second])));
    fireEvent.click(getDownloadButton());
    for (const format of ['PNG', 'SVG']) {
      const item = screen.getByRole('button', { name: `Chart as ${format} Every line is hidden.` });
      expect(item.getAttribute('aria-disabled')).toBe('true');
      fireEvent.click(item);
      expect(screen.queryByRole('dialog')).not.toBeNull();
    }
    expect(downloads).toEqual([]);
  });
});

it.each([
  ['no series', []],
  ['a series without points', [{ key: 'a', label: 'A', platform: null, points: [] }]],
])('says that there is nothing to download for a report with %s', (_, series) => {
  const empty = columnsOf({
    metric: 'visibility',
    groupBy: 'brand',
    brand: null,
    series,
    filters: null,
  });
  const model = toModel(empty, 'UTC');
  const summaries = summariseSeries(model);
  render(withContexts({ shown: { ...shown, report: empty, view: { ...view, model, summaries } } }));
  expect(screen.getByRole('status').textContent).toBe('');
  fireEvent.click(getDownloadButton());
  expect(screen.getByRole('status').textContent).toBe('There is nothing to download.');
  expect(screen.queryByRole('dialog')).toBeNull();
});
