import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import {
  changeIndex,
  growingPromptCount,
  respondWithTimeline,
  type SeriesByGrouping,
  scansPath,
  scansWith,
  seriesByGrouping,
  timelinesPath,
  unchangedSeries,
} from '../../../../tests/setup/changing-site.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { msPerUtcDay } from '../../../contract/dates/days.ts';
import { spansOf } from './buckets.ts';
import { layOut } from './layout.ts';
import { ChangesCaption, markersOf } from './markers.tsx';

setUpBrowser();
const world = setUpService();

const twoChanges: SeriesByGrouping = {
  ...seriesByGrouping,
  region: [
    ['DE', 'Germany', 30, 0],
    ['FR', 'France', 30, changeIndex],
  ],
};
const serve = (all: SeriesByGrouping) =>
  world.override(
    http.get(timelinesPath, ({ request }) =>
      respondWithTimeline(new URL(request.url).searchParams, all),
    ),
  );
const open = (search: string, capabilities: string[] = []) =>
  openAllDates(`/sites/${measured.siteId}/timeline`, search, {
    ...world.signedIn('agency'),
    capabilities,
  });
const findMarker = () => screen.findByRole('button', { name: /measurement change/ });
const queryList = () => screen.queryByText('Measured differently since');

describe('scans with changes', () => {
  const layout = { x: { domain: [0, 100], pixels: [0, 100] } } as const;
  const changesAt = (...scans: number[]) => scans.map((scan) => ({ scan, day: '', changes: [] }));

  it.each([
    ['have one marker each if they are far apart', [0, 30, 60], [0, 30, 60]],
    [
      'share a marker if they are closer together than a marker is wide',
      [0, 10, 27, 60],
      [13.5, 60],
    ],
  ])('%s', (_, scans, expected) => {
    const instants = Float64Array.from({ length: 101 }, (_, index) => index);
    const markers = markersOf(changesAt(...scans), layout, instants);
    expect(markers.map(({ at }) => at)).toEqual(expected);
    expect(markers.flatMap(({ lines }) => lines)).toEqual(scans);
  });

  it('have markers at least 28 pixels apart and inside the plot', () => {
    const scanLists = fc.uniqueArray(fc.nat(1_000), { maxLength: 60 });
    fc.assert(
      fc.property(scanLists, fc.integer({ min: 30, max: 1_200 }), (unsorted, width) => {
        const scans = unsorted.toSorted((a, b) => a - b);
        const instants = Float64Array.from({ length: 1_001 }, (_, index) => index);
        // About one scan in eight lies before or after the plot.
        const x = { domain: [60, 940], pixels: [40, 40 + width] } as const;
        const markers = markersOf(changesAt(...scans), { x }, instants);
        const centres = markers.map(({ at }) => at);
        const gaps = centres.slice(1).map((at, index) => at - (centres[index] ?? 0));
        expect(Math.min(28, ...gaps)).toBe(28);
        expect(Math.min(40, ...centres)).toBe(40);
        expect(Math.max(40 + width, ...centres)).toBe(40 + width);
        const markedScans = markers.flatMap((marked) => marked.scans.map(({ scan }) => scan));
        expect(markedScans).toEqual(scans);
      }),
    );
  });
});

it('marks changes before the first and after the last month’s point at the edges of the plot', () => {
  const from = Date.UTC(2026, 4, 1, 10);
  const instants = Float64Array.from({ length: 90 }, (_, index) => from + index * msPerUtcDay);
  const days = [Date.UTC(2026, 4, 1), Date.UTC(2026, 6, 30)] as const;
  const centres = spansOf(instants, 'month', 'UTC', days).map(({ at }) => at);
  const size = { width: 1_000, height: 300 };
  const layout = layOut(size, Float64Array.from(centres), [], 'UTC', '%', 'en');
  const [left, right] = layout.x.pixels;
  const scanChanges = [2, 45, 88].map((scan) => ({ scan, day: '', changes: [] }));
  const pixels = markersOf(scanChanges, layout, instants).map(({ at }) => at);
  expect([pixels[0], pixels[2]]).toEqual([left, right]);
});

describe('the day of a change', () => {
  it.each([
    ['without its zone on an axis in UTC', 'UTC', 'Aug 12'],
    ['as a UTC day on an axis in another zone', 'Asia/Tokyo', 'Aug 12 (UTC)'],
  ])('is shown %s', (_, zone, expected) => {
    const perplexity = { kind: 'platform', label: 'Perplexity', change: 'added' } as const;
    const scanChanges = [{ scan: 0, day: 'Aug 12', changes: [perplexity] }];
    const { container } = render(<ChangesCaption {...{ scanChanges, zone }} />);
    expect(container.textContent).toBe(
      ` · Measured differently since ${expected}: Perplexity added`,
    );
  });
});

describe('measurement changes', () => {
  it('are dated by the same UTC day above the chart, below it and in verdicts, whatever the zone of the axis', async () => {
    serve(twoChanges);
    open('?startDate=2026-02-01&endDate=2026-02-28&zone=Pacific/Kiritimati');
    const button = await findMarker();
    expect(button.getAttribute('aria-label')).toBe('2 measurement changes, Feb 12 (UTC)');
    const description = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Feb 12 (UTC): Perplexity added, France added');
    expect(
      await screen.findByText(
        / · Measured differently since Feb 12 \(UTC\): Perplexity added, France added$/,
      ),
    ).toBeTruthy();
    const sentences = await screen.findAllByText(
      'Measured differently since Feb 12: Perplexity added and 1 more change',
    );
    expect(sentences.length).toBeGreaterThan(1);
  });

  it.each([
    ['with a comparison', '?startDate=2026-02-01&endDate=2026-02-28'],
    ['without a comparison', ''],
  ])('at one scan share a marker, which counts and lists them, %s', async (_, search) => {
    serve(twoChanges);
    open(search);
    const button = await findMarker();
    expect(button.textContent).toBe('2');
    expect(button.getAttribute('aria-label')).toBe('2 measurement changes, Feb 12');
    const description = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Feb 12: Perplexity added, France added');
    expect(
      await screen.findByText(
        / · Measured differently since Feb 12: Perplexity added, France added$/,
      ),
    ).toBeTruthy();
  });

  it('are loaded after the chart if there is no comparison', async () => {
    const groupings: string[] = [];
    world.override(
      http.get(timelinesPath, ({ request }) => {
        const query = new URL(request.url).searchParams;
        groupings.push(query.get('groupBy') ?? 'brand');
        if (query.get('groupBy') !== null) expect(document.querySelector('figure')).toBeTruthy();
        return respondWithTimeline(query, twoChanges);
      }),
    );
    open('');
    await findMarker();
    expect(groupings.toSorted()).toEqual(['brand', 'platform', 'region']);
  });

  it('are found in the list of scans if the service has one and nothing is filtered', async () => {
    serve(unchangedSeries);
    world.override(http.get(scansPath, () => HttpResponse.json(scansWith(growingPromptCount))));
    open('', ['scans']);
    expect((await findMarker()).getAttribute('aria-label')).toBe('1 measurement change, Feb 12');
    expect(
      await screen.findByText(/ · Measured differently since Feb 12: 12 prompts added$/),
    ).toBeTruthy();
    expect(world.calls.filter((call) => call.includes('groupBy='))).toEqual([]);
  });

  it('are not marked outside the days in view', async () => {
    serve(twoChanges);
    open('?startDate=2026-02-15&endDate=2026-02-28');
    await screen.findByText(/^Measured differently since Feb 12: .* and 1 more change$/, {
      selector: 'dd *',
    });
    expect(screen.queryByRole('button', { name: /measurement change/ })).toBeNull();
  });
});

describe('small multiples', () => {
  it('have one row of markers above the charts, and a line at the change in each chart', async () => {
    serve(twoChanges);
    open('?view=multiples');
    const button = await findMarker();
    expect(button.getAttribute('aria-label')).toBe('2 measurement changes, Feb 12');
    const charts = screen.getByRole('list', { name: /one chart per series$/ });
    expect(button.compareDocumentPosition(charts) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    const lines = within(charts)
      .getAllByRole('listitem')
      .map((chart) => chart.querySelector('[data-changes]')?.getAttribute('d'));
    expect(lines).toHaveLength(2);
    // The scan of 12 February is 42 of 58 days along the time axis.
    const [start, end] = [37, 334];
    const pixel = start + (42 / 58) * (end - start);
    for (const line of lines) expect(Number(line?.match(/^M([\d.]+) /)?.[1])).toBeCloseTo(pixel, 3);
  });

  it('mark changes before the first month’s point at the edge', async () => {
    serve({
      ...seriesByGrouping,
      platform: [
        ['chatgpt_app', 'ChatGPT', 30, 0],
        ['perplexity_app', 'Perplexity', 30, 2],
      ],
    });
    open('?view=multiples&bucket=month&zone=UTC');
    await findMarker();
    const line = document.querySelector('[data-changes]')?.getAttribute('d');
    expect(line).toMatch(/^M37 /);
  });

  it('have the markers before the charts in the focus order, and show a focused marker’s list', async () => {
    const user = userEvent.setup();
    serve(twoChanges);
    open('?view=multiples');
    const button = await findMarker();
    const [firstChart] = within(
      screen.getByRole('list', { name: /one chart per series$/ }),
    ).getAllByRole('button');
    firstChart?.focus();
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(button);
    await waitFor(() => expect(queryList()).toBeTruthy());
    await user.keyboard('{Escape}');
    expect(queryList()).toBeNull();
  });
});

describe('the list of a marker', () => {
  it('opens on hover, and closes when the pointer leaves', async () => {
    serve(twoChanges);
    open('');
    const button = await findMarker();
    fireEvent.pointerEnter(button, { pointerType: 'mouse' });
    expect(queryList()?.parentElement?.textContent).toMatch(/Feb 12Perplexity addedFrance added$/);
    fireEvent.pointerLeave(button, { pointerType: 'mouse' });
    expect(queryList()).toBeNull();
  });

  it('opens on focus, stays open on Enter, and closes on Escape', async () => {
    const user = userEvent.setup();
    serve(twoChanges);
    open('');
    const button = await findMarker();
    screen.getByRole('slider').focus();
    await user.tab();
    expect(document.activeElement).toBe(button);
    await waitFor(() => expect(queryList()).toBeTruthy());
    await user.keyboard('{Enter}');
    expect(queryList()).toBeTruthy();
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Escape}');
    expect(queryList()).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('opens on a tap, and closes on a tap elsewhere', async () => {
    const user = userEvent.setup();
    serve(twoChanges);
    open('');
    await user.pointer({ keys: '[TouchA]', target: await findMarker() });
    expect(queryList()).toBeTruthy();
    await user.pointer({ keys: '[TouchA]', target: screen.getByRole('table') });
    expect(queryList()).toBeNull();
  });
});
