import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { lineIn, strokesOf } from '../../../../tests/setup/strokes.ts';

setUpBrowser();
const world = setUpService();

const brands = ['Acme', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta'];
const idOf = (place: number) => uuid(0x901 + place);
const day = (index: number) => new Date(Date.UTC(2026, 5, 1 + index)).toISOString().slice(0, 10);
/**
 * The points of a brand: one scan a day at 10:00 UTC from Monday, 1 June 2026 on. Acme has no evidence in the second
 * week.
 */
const pointsOf = (brand: number, days: number) =>
  Array.from({ length: days }, (_, index) => ({
    date: day(index),
    completedAt: `${day(index)}T10:00:00Z`,
    value: brand === 0 && index >= 7 && index < 14 ? null : 10 + brand * 10 + (index % 7),
    scanId: uuid(0x1000 + index),
  }));

/**
 * Serves up to seven brands over the days of each query; returns the queries received.
 * @param missing the days without a scan
 */
function serve({
  days = 91,
  series = brands.length,
  missing = [] as readonly string[],
} = {}): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  world.override(
    http.get('*/v1/sites/:siteId/reports/timeline', ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const [start, end] = [query.get('startDate') ?? '', query.get('endDate') ?? '9999'];
      return HttpResponse.json({
        metric: 'visibility',
        groupBy: 'brand',
        brand: { id: idOf(0), name: 'Acme' },
        series: brands.slice(0, series).map((label, place) => ({
          key: idOf(place),
          label,
          points: pointsOf(place, days).filter(
            ({ date }) => date >= start && date <= end && !missing.includes(date),
          ),
        })),
        filters: { platform: [], region: [], startDate: query.get('startDate'), endDate: null },
      });
    }),
  );
  return queries;
}

const open = (search = '') =>
  openAllDates(`/sites/${measured.siteId}/timeline`, search, world.signedIn('agency'));
const findFigure = (name: string) => screen.findByRole('figure', { name });
const weekly = 'Visibility by brand, weekly averages';
const lineOf = (series: string) =>
  strokesOf(lineIn(document.querySelector(`[data-series="${series}"]`)));
const strokesIn = (selector: string) =>
  strokesOf(document.querySelector(selector)?.getAttribute('d') ?? '');
const normaliseSpaces = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ').trim();
const findPointsGroup = () => screen.findByRole('group', { name: 'Points' });
const readTableText = async () =>
  (await screen.findByRole('table', { name: 'Visibility by brand, as a table' })).textContent;

describe('weekly points', () => {
  it('are averages with gaps, and neither change the table nor cause another request', async () => {
    const user = userEvent.setup();
    const queries = serve();
    const { address } = open('?zone=Europe/Berlin&view=lines');
    await findFigure('Visibility by brand');
    const before = await readTableText();
    await user.click(within(await findPointsGroup()).getByRole('radio', { name: 'Week' }));
    const chart = await findFigure(weekly);
    await waitFor(() => expect(address()).toContain('bucket=week'));
    // The tracked brand: a dot, a week without evidence, and eleven weeks.
    expect(lineOf(idOf(0)).map((points) => points.length)).toEqual([11]);
    expect(strokesIn(`[data-dots="${idOf(0)}"]`)).toHaveLength(1);
    expect(lineOf(idOf(1)).map((points) => points.length)).toEqual([13]);
    expect(normaliseSpaces(chart.querySelector('figcaption')?.textContent)).toMatch(
      /^Each point is the average of one week’s scans \(weeks in the time zone Europe\/Berlin\)/,
    );
    expect(await readTableText()).toBe(before);
    expect(queries.filter((query) => !query.has('groupBy'))).toHaveLength(1);
  });

  it('are announced as averages with their number of scans', async () => {
    const user = userEvent.setup();
    serve();
    open('?zone=Europe/Berlin&bucket=week&view=lines');
    await findFigure(weekly);
    const plot = screen.getByRole('slider', { name: `${weekly}, week by week` });
    plot.focus();
    await user.keyboard('{Home}');
    expect(plot.getAttribute('aria-valuetext')).toBe('Week 1 of 13');
    const readAnnouncement = () =>
      normaliseSpaces(document.querySelector('[aria-live]')?.textContent);
    expect(readAnnouncement()).toMatch(/^Week of Jun 1, 2026: average of 7 scans, Berlin\. /);
    expect(readAnnouncement()).toContain('Beta 23.0%');
    await user.keyboard('{ArrowRight}');
    expect(readAnnouncement()).toMatch(
      /^Week of Jun 8, 2026: average of 7 scans.*Acme no evidence/,
    );
    const hint = document.getElementById(plot.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toContain('Enter to show the scans of this week');
  });

  it('zoom in to the UTC days of their week, one point per scan, when activated', async () => {
    const user = userEvent.setup();
    serve();
    const { address } = open('?zone=Europe/Berlin&bucket=week&compare=none&view=lines');
    await findFigure(weekly);
    screen.getByRole('slider').focus();
    await user.keyboard('{Home}{ArrowRight}{Enter}');
    await waitFor(() => expect(address()).toContain('startDate=2026-06-08&endDate=2026-06-14'));
    expect(address()).not.toContain('bucket');
    const plot = await screen.findByRole('slider', { name: 'Visibility by brand, scan by scan' });
    await waitFor(() => expect(plot.getAttribute('aria-valuemax')).toBe('7'));
  });

  it('are marked if only part of their week is in view', async () => {
    const user = userEvent.setup();
    serve();
    open('?zone=UTC&bucket=week&startDate=2026-06-03&endDate=2026-08-30&compare=none&view=lines');
    const chart = await findFigure(weekly);
    expect(chart.textContent).toContain('The first point covers only part of a week');
    screen.getByRole('slider').focus();
    await user.keyboard('{Home}');
    const tooltip = document.querySelector('[class*="tooltip"]');
    expect(normaliseSpaces(tooltip?.textContent)).toMatch(
      /^Week of Jun 1, 2026: average of 5 scansUTC · only part of this week is in view/,
    );
  });

  it('average an earlier period over the corresponding days', async () => {
    const user = userEvent.setup();
    serve();
    open('?zone=UTC&bucket=week&startDate=2026-07-13&endDate=2026-08-23&view=lines');
    await findFigure(weekly);
    // A dot, a week without evidence, and four weeks.
    expect(strokesIn(`[data-earlier="${idOf(0)}"]`).map((points) => points.length)).toEqual([4]);
    expect(strokesIn(`[data-earlier-dots="${idOf(0)}"]`)).toHaveLength(1);
    screen.getByRole('slider').focus();
    await user.keyboard('{Home}');
    const tooltip = normaliseSpaces(document.querySelector('[class*="tooltip"]')?.textContent);
    expect(tooltip).toContain('Acme13.0% → 13.0%');
    expect(tooltip).toContain('Compared with Jun 1 – 7, 2026, average of 7 scans');
  });
});

describe('an earlier period', () => {
  const comparison = '?zone=UTC&startDate=2026-07-13&endDate=2026-08-23';
  const getEarlierLines = () => [...document.querySelectorAll<SVGElement>('[data-earlier]')];
  const getIdsOfEarlierLines = () =>
    getEarlierLines()
      .map(({ dataset }) => dataset['earlier'] ?? '')
      .toSorted();
  const getIdsOfFaintLines = () =>
    getEarlierLines()
      .filter((line) => line.closest('[data-faint]'))
      .map(({ dataset }) => dataset['earlier'] ?? '')
      .toSorted();
  /** The tracked brand and the four others with the highest values. */
  const clearIds = [0, 3, 4, 5, 6].map(idOf);

  it.each([
    ['scans', '', 'Visibility by brand'],
    ['weeks', '&bucket=week', weekly],
  ])(
    'is drawn for the clear lines of %s, faintly except for the tracked brand',
    async (_, search, name) => {
      serve();
      open(`${comparison}&view=lines${search}`);
      const chart = await findFigure(name);
      await waitFor(() => expect(getIdsOfEarlierLines()).toEqual(clearIds));
      expect(getIdsOfFaintLines()).toEqual(clearIds.slice(1));
      expect(normaliseSpaces(chart.querySelector('figcaption')?.textContent)).toMatch(
        / · Dotted lines: Jun 1 – Jul 12, 2026, for the clear lines$/,
      );
    },
  );

  it('is drawn for a quiet line too while the pointer is on its name, and faintly for all others', async () => {
    const user = userEvent.setup();
    serve();
    open(`${comparison}&view=lines`);
    const label = await screen.findByRole('button', { name: /^Beta/, pressed: true });
    await waitFor(() => expect(getIdsOfEarlierLines()).toEqual(clearIds));
    await user.hover(label);
    expect(getIdsOfEarlierLines()).toEqual([0, 1, 3, 4, 5, 6].map(idOf));
    expect(getIdsOfFaintLines()).toEqual(clearIds);
    await user.unhover(label);
    expect(getIdsOfEarlierLines()).toEqual(clearIds);
  });

  it('has values in the tooltip for the clear lines, not for the quiet ones', async () => {
    const user = userEvent.setup();
    serve();
    open(`${comparison}&view=lines`);
    (await screen.findByRole('slider')).focus();
    await user.keyboard('{End}');
    const rows = [...document.querySelectorAll('[class*="tooltip"] li')];
    expect(rows.map(({ textContent }) => normaliseSpaces(textContent))).toEqual([
      'Eta76.0% → 76.0%',
      'Zeta66.0% → 66.0%',
      'Epsilon56.0% → 56.0%',
      'Delta46.0% → 46.0%',
      'Gamma36.0%',
      'Beta26.0%',
      'Acme16.0% → 16.0%',
    ]);
  });

  /** The scans of the first ten days in view, and of the last four. */
  const missing = [
    ...Array.from({ length: 10 }, (_, index) => day(42 + index)),
    ...[80, 81, 82, 83].map(day),
  ];

  it('is drawn over its whole length if scans are missing at both ends of the days in view', async () => {
    const user = userEvent.setup();
    serve({ missing });
    open(`${comparison}&view=lines`);
    const plot = await screen.findByRole('slider');
    await waitFor(() => expect(getIdsOfEarlierLines()).toEqual(clearIds));
    const pixelsOf = (points: readonly (readonly number[])[]) => points.map(([x = 0]) => x);
    const [earlier = []] = strokesIn(`[data-earlier="${idOf(6)}"]`).map(pixelsOf);
    const [current = []] = lineOf(idOf(6)).map(pixelsOf);
    expect([earlier.length, current.length]).toEqual([42, 28]);
    const [left, width] = [plot.style.left, plot.style.width].map(Number.parseFloat);
    expect(earlier[0]).toBeCloseTo(left ?? 0, 0);
    expect(earlier.at(-1)).toBeCloseTo((left ?? 0) + (width ?? 0), 0);
    expect(current[0]).toBeCloseTo(earlier[10] ?? 0, 0);
    expect(current.at(-1)).toBeCloseTo(earlier[37] ?? 0, 0);
    plot.focus();
    await user.keyboard('{Home}');
    expect(plot.getAttribute('aria-valuetext')).toBe('Scan 1 of 28');
    const crosshair = document.querySelector('svg[class*="cross"] > line');
    expect(Number(crosshair?.getAttribute('x1'))).toBeCloseTo(current[0] ?? 0, 0);
  });

  it('has a point for each of its weeks, even if no scan of the week is in view', async () => {
    serve({ missing });
    open(`${comparison}&bucket=week&view=lines`);
    await findFigure(weekly);
    await waitFor(() => expect(getIdsOfEarlierLines()).toEqual(clearIds));
    expect(strokesIn(`[data-earlier="${idOf(6)}"]`).map((points) => points.length)).toEqual([6]);
    expect(lineOf(idOf(6)).map((points) => points.length)).toEqual([5]);
    const [first] = strokesIn(`[data-earlier="${idOf(6)}"]`);
    const second = lineOf(idOf(6))[0]?.[0];
    expect(first?.[1]?.[0]).toBe(second?.[0]);
  });

  it('is drawn in each small multiple over its whole length', async () => {
    serve({ missing });
    open(`${comparison}&view=multiples`);
    const chart = await findFigure('Visibility by brand');
    await within(chart).findByRole('list');
    const [points = []] = strokesIn(`[data-earlier="${idOf(6)}"]`);
    expect(points.length).toBe(42);
    // The whole width of a chart beside its value axis.
    expect([points[0]?.[0], points.at(-1)?.[0]]).toEqual([37, 216.3]);
    expect(normaliseSpaces(chart.textContent)).toContain('All charts have the same scale');
  });

  it('is drawn in each small multiple', async () => {
    serve();
    open(`${comparison}&view=multiples`);
    const chart = await findFigure('Visibility by brand');
    await within(chart).findByRole('list');
    expect(getIdsOfEarlierLines()).toEqual(brands.map((_, place) => idOf(place)));
    expect(getIdsOfFaintLines()).toEqual([]);
    expect(normaliseSpaces(chart.querySelector('figcaption')?.textContent)).toMatch(
      / · Dotted lines: Jun 1 – Jul 12, 2026 · All charts have the same scale/,
    );
  });
});

describe('the choice of points', () => {
  it.each([
    ['is offered for more than 60 days', 62, '', true],
    ['is not offered for 60 days', 60, '', false],
    ['is offered for 60 days with a chosen bucket', 60, '?bucket=month', true],
  ])('%s', async (_, days, search, isOffered) => {
    serve({ days });
    open(search);
    await screen.findByRole('figure');
    // With seven series, “Draw as” is always offered, and loads together with “Points”.
    await screen.findByRole('group', { name: 'Draw as' });
    expect(screen.queryByRole('group', { name: 'Points' }) !== null).toBe(isOffered);
  });
});

describe('chosen dates', () => {
  it('are cleared by the button “Show all dates”', async () => {
    const user = userEvent.setup();
    serve();
    const { address } = open('?startDate=2026-06-08&endDate=2026-07-14&compare=none');
    await user.click(await screen.findByRole('button', { name: 'Show all dates' }));
    await waitFor(() => expect(address()).not.toContain('Date='));
    const plot = screen.getByRole('slider');
    await waitFor(() => expect(plot.getAttribute('aria-valuemax')).toBe('91'));
    expect(screen.queryByRole('button', { name: 'Show all dates' })).toBeNull();
  });
});

describe('small multiples', () => {
  const findCharts = async () =>
    within(await screen.findByRole('list', { name: 'Visibility by brand, one chart per series' }));
  const readNames = async () =>
    (await findCharts())
      .getAllByRole('button')
      .map((chart) => chart.querySelector('bdi')?.textContent);

  it('put the tracked brand first and rank the others, share one scale, and state their lowest and highest values', async () => {
    serve();
    open('?zone=UTC');
    const others = ['Eta', 'Zeta', 'Epsilon', 'Delta', 'Gamma', 'Beta'];
    expect(await readNames()).toEqual(['Acme', ...others]);
    const eta = (await findCharts()).getByRole('button', { name: /^Eta/ });
    expect(normaliseSpaces(eta.textContent)).toMatch(/^Eta 76\.0%.*lowest 70\.0%, highest 76\.0%$/);
    // Equal steps in value are equal steps in height, and the week without evidence is a gap.
    const heightsOf = (place: number) =>
      strokesIn(`[data-multiple="${idOf(place)}"]`).flatMap((run) => run.map(([, y]) => y));
    const middle = (place: number) => Math.min(...heightsOf(place)) + Math.max(...heightsOf(place));
    expect(middle(1) - middle(2)).toBeCloseTo(middle(5) - middle(6), 0);
    expect(strokesIn(`[data-multiple="${idOf(0)}"]`)).toHaveLength(2);
    expect(strokesIn(`[data-multiple="${idOf(1)}"]`)).toHaveLength(1);
  });

  it('open their series in the line chart, clearly and with focus on its name', async () => {
    const user = userEvent.setup();
    serve();
    const { address } = open(`?zone=UTC&view=multiples&hide=${idOf(6)}`);
    expect(await readNames()).not.toContain('Eta');
    (await findCharts()).getByRole('button', { name: /^Beta/ }).focus();
    await user.keyboard('{Enter}');
    const label = await screen.findByRole('button', { name: /^Beta/, pressed: true });
    await waitFor(() => expect(document.activeElement).toBe(label));
    await waitFor(() => expect(address()).toContain(`show=${idOf(1)}`));
    expect(address()).toContain('view=lines');
    // The lines are drawn after the address has changed.
    await waitFor(() => {
      const line = document.querySelector(`[data-series="${idOf(1)}"]`);
      expect(line?.closest('g')?.getAttribute('stroke')).toMatch(/^var\(--series-/);
    });
  });

  it('show the mean, the change and the short verdict of a comparison', async () => {
    serve();
    open('?zone=UTC&view=multiples&startDate=2026-07-13&endDate=2026-08-23');
    const beta = (await findCharts()).getByRole('button', { name: /^Beta/ });
    expect(normaliseSpaces(beta.textContent)).toMatch(/^Beta 23\.0% 0\.0 pt no changeNo change/);
  });

  it('are neither offered nor the default for six series', async () => {
    serve({ series: 6 });
    open();
    await findPointsGroup();
    expect(screen.queryByRole('group', { name: 'Draw as' })).toBeNull();
    expect(screen.queryByRole('list', { name: /one chart per series$/ })).toBeNull();
  });

  it('give way to lines with one click and no request, and to an address that names lines', async () => {
    const user = userEvent.setup();
    const queries = serve();
    const { address } = open('?zone=UTC');
    await findCharts();
    const choice = within(await screen.findByRole('group', { name: 'Draw as' }));
    await user.click(choice.getByRole('radio', { name: 'Lines' }));
    await waitFor(() => expect(address()).toContain('view=lines'));
    await waitFor(() => expect(document.querySelector('[data-series]')).not.toBeNull());
    await user.click(choice.getByRole('radio', { name: 'Multiples' }));
    await findCharts();
    expect(address()).not.toContain('view');
    expect(queries.filter((query) => !query.has('groupBy'))).toHaveLength(1);
  });

  it('stay while brands are hidden until six or fewer are left', async () => {
    serve();
    open(`?zone=UTC&${[4, 5, 6].map((place) => `hide=${idOf(place)}`).join('&')}`);
    expect(await readNames()).toEqual(['Acme', 'Delta', 'Gamma', 'Beta']);
  });

  it('label the time axis below each chart that has none below it', async () => {
    serve();
    open('?zone=UTC');
    const items = (await findCharts()).getAllByRole('listitem');
    const isLabelled = items.map((item) => item.querySelector('[class*="timeLabels"]') !== null);
    // Three columns on paper, which is the width without a layout: the last row has one chart.
    expect(isLabelled).toEqual([false, false, false, false, true, true, true]);
    expect(items.at(-1)?.querySelector('[class*="timeLabels"]')?.textContent).toContain('Jul');
  });

  it('show the values of the scan under the pointer in every chart, and open the scan on a click', async () => {
    const user = userEvent.setup();
    serve();
    const { address } = open('?zone=UTC');
    const charts = await findCharts();
    const plots = document.querySelectorAll('[class*="smallPlot"]');
    await user.pointer([{ target: plots[1] ?? document.body, coords: { clientX: 0 } }]);
    expect(document.querySelectorAll('[class*="smallPlot"] [class*="cross"] circle')).toHaveLength(
      7,
    );
    const eta = charts.getByRole('button', { name: /^Eta/ });
    expect(normaliseSpaces(eta.textContent)).toMatch(/^Eta 70\.0%/);
    const tooltip = normaliseSpaces(document.querySelector('[class*="tooltip"]')?.textContent);
    expect(tooltip).toMatch(/Jun 1, 2026.*Eta70\.0%/);
    await user.pointer([{ keys: '[MouseLeft]', target: plots[1] ?? document.body }]);
    await waitFor(() => expect(address()).toContain(`scan=${uuid(0x1000)}`));
  });

  it('announce every value of the scan that the keyboard selects', async () => {
    const user = userEvent.setup();
    serve();
    open('?zone=UTC');
    await findCharts();
    screen.getByRole('slider', { name: 'Visibility by brand, scan by scan' }).focus();
    await user.keyboard('{End}');
    const announcement = normaliseSpaces(document.querySelector('[aria-live]')?.textContent);
    for (const name of brands) expect(announcement).toContain(`${name} `);
    expect(document.querySelectorAll('[class*="tooltip"]')).toHaveLength(1);
  });
});
