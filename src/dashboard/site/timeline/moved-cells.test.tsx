import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { faultHandlersOf, sightlineCalls } from '../../../../tests/setup/sightline-faults.ts';
import { patience } from '../../api/sightline/optional.ts';

setUpBrowser();
const world = setUpService();

const acme = uuid(0x901);
const beta = uuid(0x902);
const timelinesPath = '*/v1/sites/:siteId/reports/timeline';
const matrixPath = '*/sightline/v1/sites/:siteId/reports/matrix';

/** Scatter between scans. */
const noise = [0.4, -0.7, 0.9, -0.2, -0.4, 0.6, -0.6];
const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
/**
 * The points in a query's range, of 60 daily scans from 1 January 2026 on. From February on, values are higher by
 * `step`.
 */
const pointsOf = (query: URLSearchParams, level: number, step: number) =>
  Array.from({ length: 60 }, (_, index) => ({
    date: day(index),
    completedAt: `${day(index)}T10:00:00Z`,
    value: level + (index < 31 ? 0 : step) + (noise[index % noise.length] ?? 0),
    scanId: uuid(0x1000 + index),
  })).filter(
    ({ date }) =>
      date >= (query.get('startDate') ?? '') && date <= (query.get('endDate') ?? '9999'),
  );

type SeriesPlan = readonly [key: string, label: string, level: number, step: number];
type CellPlan = readonly [platform: string, region: string, level: number, step: number];
interface Plan {
  brand: readonly SeriesPlan[];
  platform: readonly SeriesPlan[];
  region: readonly SeriesPlan[];
  cells: readonly CellPlan[];
}

/** Only two cells move: ChatGPT goes up in Germany and, by less, down in France. No total moves. */
const cellMovesPlan: Plan = {
  brand: [[acme, 'Acme', 40, 0]],
  platform: [
    ['chatgpt_app', 'ChatGPT', 40, 0],
    ['gemini_app', 'Gemini', 20, 0],
  ],
  region: [
    ['DE', 'Germany', 30, 0],
    ['FR', 'France', 31, 0],
  ],
  cells: [
    ['chatgpt_app', 'DE', 50, 20],
    ['chatgpt_app', 'FR', 45, -12],
    ['gemini_app', 'DE', 22, 0],
    ['gemini_app', 'FR', 18, 0],
  ],
};

/**
 * Serves the timelines and the matrix of a plan.
 * @returns the queries received; those for the matrix have `matrix` as `groupBy`
 */
function serve(plan: Plan): [groupBy: string, query: URLSearchParams][] {
  const queries: [string, URLSearchParams][] = [];
  const metric = 'visibility';
  const brand = { id: acme, name: 'Acme' };
  const filters = { platform: [], region: [], startDate: null, endDate: null };
  world.override(
    http.get(timelinesPath, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const groupBy = query.get('groupBy') ?? 'brand';
      queries.push([groupBy, query]);
      const plans = new Map(Object.entries({ ...plan, cells: [] })).get(groupBy) ?? [];
      const series = plans.map(([key, label, level, step]) => ({
        key,
        label,
        points: pointsOf(query, level, step),
      }));
      const isBeta = groupBy !== 'brand' && query.get('brandId') === beta;
      const reportBrand = isBeta ? { id: beta, name: 'Beta' } : brand;
      return HttpResponse.json({ metric, groupBy, brand: reportBrand, series, filters });
    }),
    http.get(matrixPath, ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(['matrix', query]);
      return HttpResponse.json({
        metric,
        brand,
        filters,
        platforms: plan.platform.map(([id, name]) => ({ id, name })),
        regions: plan.region.map(([code, label]) => ({ code, label })),
        cells: plan.cells.map(([platform, region, level, step]) => ({
          platform,
          region,
          points: pointsOf(query, level, step),
        })),
      });
    }),
  );
  return queries;
}

const normaliseSpaces = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ').trim();
const february = '?startDate=2026-02-01&endDate=2026-02-28';
const open = (search: string, capabilities: string[] = ['matrix']) =>
  openAllDates(`/sites/${measured.siteId}/timeline`, search, {
    ...world.signedIn('agency'),
    capabilities,
  });
const findMoved = async () => within(await screen.findByRole('region', { name: 'What moved' }));
const readMoves = async () =>
  (await (await findMoved()).findAllByRole('link')).map(({ textContent }) =>
    normaliseSpaces(textContent),
  );
const noSeriesMoved = 'No brand, platform or region moved by more than the usual scatter.';
const failure = 'Some comparisons could not be loaded. Reload the page.';

describe('“What moved” with a service that serves the matrix in one call', () => {
  it('names the cells that moved, and links to the matrix without loading it again', async () => {
    const user = userEvent.setup();
    const queries = serve(cellMovesPlan);
    const search = `${february}&compare=custom&compareStart=2026-01-01&compareEnd=2026-01-31&category=shoes`;
    const { address } = open(search);
    expect(await readMoves()).toEqual([
      'ChatGPT in Germany, Acme: up 20.0 pt',
      'ChatGPT in France, Acme: down 12.0 pt',
    ]);
    const [link] = (await findMoved()).getAllByRole('link');
    if (link) await user.click(link);
    const cell = await screen.findByRole('link', { name: /^70\.\d%/ });
    await waitFor(() =>
      expect(normaliseSpaces(cell.textContent)).toMatch(
        /Up 20\.0 pt: more than the usual scatter$/,
      ),
    );
    const [path, query = ''] = address().split('?');
    expect(path).toBe(`/sites/${measured.siteId}/matrix`);
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual(
      Object.fromEntries(new URLSearchParams(search)),
    );
    expect(queries.filter(([groupBy]) => groupBy === 'matrix')).toHaveLength(1);
  });

  it.each([
    ['the tracked brand in a report by brand', 'groupBy=brand', null],
    ['the chosen brand in a report by platform', 'groupBy=platform', uuid(0x902)],
  ])('names the cells of %s', async (_, grouping, brandId) => {
    const queries = serve(cellMovesPlan);
    open(`${february}&${grouping}&brandId=${uuid(0x902)}`);
    expect(await readMoves()).toHaveLength(2);
    const [, query] = queries.find(([groupBy]) => groupBy === 'matrix') ?? [];
    expect(query?.get('brandId')).toBe(brandId);
    const [link] = (await findMoved()).getAllByRole('link');
    const href = new URL(link?.getAttribute('href') ?? '', 'https://host.test');
    expect(href.pathname).toBe(`/sites/${measured.siteId}/matrix`);
    expect(href.searchParams.get('brandId')).toBe(brandId);
  });

  it('names at most five moves, the largest first', async () => {
    serve({
      ...cellMovesPlan,
      brand: [[acme, 'Acme', 40, 9]],
      platform: ['a', 'b', 'c'].map((key) => [key, key.toUpperCase(), 40, 11] as const),
      cells: ['a', 'b', 'c'].flatMap((key, index) => [
        [key, 'DE', 30, 10 + 2 * index] as const,
        [key, 'FR', 30, -30 + index] as const,
      ]),
    });
    open(february);
    expect(await readMoves()).toEqual([
      'A in France, Acme: down 30.0 pt',
      'B in France, Acme: down 29.0 pt',
      'C in France, Acme: down 28.0 pt',
      'C in Germany, Acme: up 14.0 pt',
      'B in Germany, Acme: up 12.0 pt',
    ]);
  });

  it('names a total instead of a cell with the same figures', async () => {
    serve({
      ...cellMovesPlan,
      platform: [
        ['chatgpt_app', 'ChatGPT', 50, 20],
        ['gemini_app', 'Gemini', 22, 0],
      ],
      region: [['DE', 'Germany', 36, 10]],
      cells: cellMovesPlan.cells.filter(([, region]) => region === 'DE'),
    });
    open(february);
    expect(await readMoves()).toEqual([
      'On ChatGPT, Acme: up 20.0 pt',
      'In Germany, Acme: up 10.0 pt',
    ]);
  });

  it('names a cell that is real on the matrix page, however many brands are compared', async () => {
    const brand = Array.from(
      { length: 60 },
      (_, index): SeriesPlan => [uuid(0x901 + index), `Brand ${index}`, 40, 0],
    );
    const cells = cellMovesPlan.cells.map(
      ([platform, region, level], index): CellPlan => [platform, region, level, index ? 0 : 0.6],
    );
    serve({ ...cellMovesPlan, brand, cells });
    open(february);
    expect(await readMoves()).toEqual(['ChatGPT in Germany, Acme: up 0.6 pt']);
  });

  it('shows a loading text until the matrix has loaded, without delaying figures or chart', async () => {
    const queries = serve(cellMovesPlan);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    world.override(http.get(matrixPath, () => held));
    open(february);
    const moved = await findMoved();
    await waitFor(() => expect(sightlineCalls(world.calls)).toHaveLength(1));
    expect(queries.map(([groupBy]) => groupBy).sort()).toEqual(['brand', 'platform', 'region']);
    expect(screen.getByText('Acme, average of 28 scans')).toBeTruthy();
    expect(await screen.findByRole('slider')).toBeTruthy();
    expect(moved.getByText('Comparing brands, platforms and regions…')).toBeTruthy();
    expect(moved.queryByText(/moved by more than/)).toBeNull();
    release();
    expect(await moved.findAllByRole('link')).toHaveLength(2);
  });

  it.each(faultHandlersOf('HTML', 'status 500', 'a list'))(
    'names only the other moves after %s',
    async (_, handler) => {
      serve({ ...cellMovesPlan, brand: [[acme, 'Acme', 40, 10]] });
      world.override(handler);
      open(february);
      expect(await readMoves()).toEqual(['Acme: up 10.0 pt']);
      expect((await findMoved()).queryByText(failure)).toBeNull();
      expect(sightlineCalls(world.calls)).toHaveLength(1);
    },
  );

  it('names only the other moves while the matrix is late, and the cells once it has loaded', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    serve({ ...cellMovesPlan, brand: [[acme, 'Acme', 40, 10]] });
    world.override(
      http.get(matrixPath, async () => {
        await new Promise((arrive) => setTimeout(arrive, 10_000));
      }),
    );
    open(february);
    await findMoved();
    await waitFor(() => expect(sightlineCalls(world.calls)).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(patience);
    expect(await readMoves()).toEqual(['Acme: up 10.0 pt']);
    await vi.advanceTimersByTimeAsync(10_000 - patience);
    await waitFor(async () => expect(await readMoves()).toHaveLength(3));
    expect(await readMoves()).toContain('ChatGPT in Germany, Acme: up 20.0 pt');
  });
});

it('“What moved” names only the four largest moves if it also reports a failure', async () => {
  const platform = [1, 2, 3, 4, 5, 6].map(
    (key): SeriesPlan => [`p${key}`, `Platform ${key}`, 20, 10 + key],
  );
  serve({ ...cellMovesPlan, platform });
  world.override(
    http.get(timelinesPath, ({ request }) =>
      new URL(request.url).searchParams.get('groupBy') === 'region'
        ? HttpResponse.json({}, { status: 400 })
        : undefined,
    ),
  );
  open(february);
  expect(await (await findMoved()).findByText(failure)).toBeTruthy();
  expect(await readMoves()).toEqual(
    [6, 5, 4, 3].map((key) => `On Platform ${key}, Acme: up ${10 + key}.0 pt`),
  );
});

it('the only platform has the verdict that its brand has among all brands', async () => {
  // Large enough to be real alone, but not among sixty brands.
  const others = Array.from(
    { length: 60 },
    (_, index): SeriesPlan => [uuid(0x903 + index), `Brand ${index}`, 40, 0],
  );
  serve({
    ...cellMovesPlan,
    brand: [[acme, 'Acme', 50, 0], [beta, 'Beta', 40, 0.52], ...others],
    platform: [['chatgpt_app', 'ChatGPT', 40, 0.52]],
  });
  const verdictOf = async (label: string) => {
    const table = await screen.findByRole('table', { name: /as a table$/ });
    const row = await within(table).findByRole('row', { name: new RegExp(label) });
    const cell = within(row).getAllByRole('cell')[3];
    await waitFor(() => expect(cell?.textContent).not.toBe(''));
    return cell?.textContent;
  };
  const { unmount } = open(`${february}&groupBy=brand`);
  const ofBeta = await verdictOf('Beta');
  expect(ofBeta).toMatch(/^Within the usual scatter/);
  unmount();
  open(`${february}&groupBy=platform&brandId=${beta}`);
  expect(await verdictOf('ChatGPT')).toBe(ofBeta);
});

describe('“What moved” over v1 alone', () => {
  it('names no cell, and does not request the matrix', async () => {
    const queries = serve(cellMovesPlan);
    open(february, []);
    expect(await (await findMoved()).findByText(noSeriesMoved)).toBeTruthy();
    expect(queries.map(([groupBy]) => groupBy).sort()).toEqual(['brand', 'platform', 'region']);
    expect(sightlineCalls(world.calls)).toEqual([]);
  });
});
