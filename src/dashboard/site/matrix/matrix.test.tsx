import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();
const timelinesPath = '*/v1/sites/:siteId/reports/timeline';
const acme = uuid(0x901);

/** Scatter from scan to scan. */
const noise = [0.4, -0.7, 0.9, -0.2, -0.4, 0.6, -0.6];
const dayAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
/**
 * One point a day for 60 days from 1 January 2026. From February on, `step` is added; series with a different `shift`
 * scatter differently.
 */
const pointsOf = (level: number, step: number, shift: number) =>
  Array.from({ length: 60 }, (_, index) => ({
    date: dayAt(index),
    completedAt: `${dayAt(index)}T10:00:00Z`,
    value:
      level + (index < 31 ? 0 : step) + (noise[(index * (shift + 1)) % noise.length] ?? 0) * 0.8,
    scanId: uuid(0x1000 + index),
  }));

interface Row {
  label: string;
  /** The level, and the step added from February on, by region. */
  regions: Readonly<Record<string, readonly [number, number]>>;
}
const regionNames: Record<string, string> = { DE: 'Germany', FR: 'France' };
/** The service lists platforms in a different order from the page. */
const platforms: Record<string, Row> = {
  perplexity_app: { label: 'Perplexity', regions: { DE: [60, 0], FR: [62, 0] } },
  chatgpt_app: { label: 'ChatGPT', regions: { DE: [50, 10], FR: [40, 0.05] } },
  claude_api: { label: 'Claude API', regions: { DE: [30, 0] } },
  chatgpt_api: { label: 'ChatGPT API', regions: { DE: [40, 0], FR: [40, -8] } },
};

type SeriesPlan = [key: string, label: string, level: number, step: number];
const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const averageOf = (cells: readonly (readonly [number, number])[]) =>
  [meanOf(cells.map(([level]) => level)), meanOf(cells.map(([, step]) => step))] as const;

function seriesOf(query: URLSearchParams): SeriesPlan[] {
  if (query.get('groupBy') === 'platform') {
    return Object.entries(platforms).map(([key, { label, regions }]) => [
      key,
      label,
      ...averageOf(Object.values(regions)),
    ]);
  }
  const chosen = query.getAll('platform');
  const rows = Object.entries(platforms).filter(
    ([key]) => chosen.length === 0 || chosen.includes(key),
  );
  return Object.entries(regionNames).flatMap(([code, label]): SeriesPlan[] => {
    const cells = rows.flatMap(([, { regions }]) => {
      const cell = regions[code];
      return cell ? [cell] : [];
    });
    return cells.length === 0 ? [] : [[code, label, ...averageOf(cells)]];
  });
}

function respond(
  query: URLSearchParams,
  series = seriesOf(query),
  toValue = (value: number) => value,
) {
  const [start, end] = [query.get('startDate') ?? '', query.get('endDate') ?? '9999'];
  return HttpResponse.json({
    metric: 'visibility',
    groupBy: query.get('groupBy') ?? 'brand',
    brand: { id: acme, name: 'Acme' },
    series: series.map(([key, label, level, step], shift) => ({
      key,
      label,
      points: pointsOf(level, step, shift)
        .filter(({ date }) => date >= start && date <= end)
        .map((point) => ({ ...point, value: toValue(point.value) })),
    })),
    filters: {
      platform: query.getAll('platform'),
      region: query.getAll('region'),
      startDate: query.get('startDate'),
      endDate: query.get('endDate'),
    },
  });
}

/** Serves the reports of a matrix. Returns the queries received. */
function serve(): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  world.override(
    http.get(timelinesPath, ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      return respond(query);
    }),
  );
  return queries;
}

const normaliseSpaces = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ').trim();
const february = '?startDate=2026-02-01&endDate=2026-02-28';
const open = (search: string) =>
  openDashboard(`/sites/${measured.siteId}/matrix${search}`, world.signedIn('agency'));
const findGrid = () => screen.findByRole('grid', { name: 'Visibility by platform and region' });
const rowOf = async (name: RegExp) => within(await findGrid()).getByRole('row', { name });
const cellsOf = async (name: RegExp) =>
  within(await rowOf(name))
    .getAllByRole('cell')
    .map(({ textContent }) => normaliseSpaces(textContent));
const waitUntilComplete = async () => {
  await findGrid();
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
};
const findCellLink = async (name: RegExp, column: number) => {
  const link = within(await rowOf(name)).getAllByRole('link')[column];
  if (!link) throw new Error(`No link in column ${column}.`);
  return link;
};

describe('the matrix', () => {
  it('requests one report per platform and three for the totals', async () => {
    const queries = serve();
    open(february);
    await findGrid();
    await waitUntilComplete();
    expect(
      queries.map((query) => `${query.get('groupBy')} ${query.getAll('platform')}`).sort(),
    ).toEqual([
      'null ',
      'platform ',
      'region ',
      ...Object.keys(platforms)
        .map((key) => `region ${key}`)
        .sort(),
    ]);
    for (const query of queries) expect(query.get('startDate')).toBe('2025-09-14');
  });

  it('places a platform’s web and API rows next to each other, and has totals in both directions', async () => {
    serve();
    open(february);
    const headers = within(await findGrid()).getAllByRole('rowheader');
    await waitUntilComplete();
    expect(
      headers.map(({ textContent }) => normaliseSpaces(textContent)?.split(/ \d|: |Web /)[0]),
    ).toEqual(['Claude API', 'ChatGPT web', 'ChatGPT API', 'Perplexity', 'All platforms']);
    const columns = within(await findGrid()).getAllByRole('columnheader');
    expect(columns.map(({ textContent }) => textContent)).toEqual([
      'Platform',
      'Germany',
      'France',
      'All regions',
    ]);
  });

  it('shows the code beside a label that regions of different platforms share', async () => {
    world.override(
      http.get(timelinesPath, ({ request }) => {
        const query = new URL(request.url).searchParams;
        if (query.get('groupBy') === 'platform') return respond(query);
        const [platform] = query.getAll('platform');
        // Without the totals, no report has both regions.
        if (!platform) return HttpResponse.json({ title: 'No' }, { status: 422 });
        const code = platform.endsWith('_api') ? 'GB' : 'UK';
        return respond(query, [[code, 'United Kingdom', 50, 0]]);
      }),
    );
    open(february);
    await waitUntilComplete();
    const columns = within(await findGrid()).getAllByRole('columnheader');
    expect(columns.map(({ textContent }) => textContent).sort()).toEqual([
      'All regions',
      'Platform',
      'United Kingdom (GB)',
      'United Kingdom (UK)',
    ]);
  });

  it('shows each mean, change and verdict, with the verdict as a sentence in the accessible name', async () => {
    serve();
    open(february);
    await waitUntilComplete();
    // Verdicts arrive after the figures, once it is known what was measured.
    await waitFor(async () => {
      const [germany, france, all] = await cellsOf(/^ChatGPT web/);
      expect(germany).toMatch(/^\d\d\.\d%\+\d+\.\d ptreal/);
      expect(france).toMatch(/ pt≈Within the usual scatter \(±\d+\.\d pt\)$/);
      expect(all).toMatch(/^5\d\.\d%/);
    });
    expect(screen.getByText('≈ within the usual scatter')).toBeTruthy();
    const namedLinks = within(await rowOf(/^ChatGPT web/)).getAllByRole('link', {
      name: /Up \d+\.\d\spt: more than the usual scatter/,
    });
    expect(namedLinks).toContain(await findCellLink(/^ChatGPT web/, 0));
    expect((await cellsOf(/^Claude API/))[1]).toBe('no evidence');
  });

  it('shows the brand over all platforms and regions in the corner', async () => {
    world.override(
      http.get(timelinesPath, ({ request }) => {
        const query = new URL(request.url).searchParams;
        return respond(query, query.has('groupBy') ? undefined : [[acme, 'Acme', 45, 9]]);
      }),
    );
    open(february);
    await waitUntilComplete();
    const corner = async () => (await cellsOf(/^All platforms/)).at(-1);
    await waitFor(async () => expect(await corner()).toMatch(/^5\d\.\d%\+\d\.\d ptreal/));
  });

  it('shows the other cells while the corner is loading, and offers to load it again if it fails', async () => {
    const user = userEvent.setup();
    const answers = Promise.withResolvers<void>();
    let isBroken = true;
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        const query = new URL(request.url).searchParams;
        if (query.has('groupBy')) return respond(query);
        await answers.promise;
        if (isBroken) return HttpResponse.json({ title: 'No' }, { status: 422 });
        return respond(query, [[acme, 'Acme', 45, 0]]);
      }),
    );
    open(february);
    const corner = async () => (await cellsOf(/^All platforms/)).at(-1);
    await waitFor(async () => {
      expect((await cellsOf(/^ChatGPT web/))[0]).toMatch(/^\d\d\.\d%/);
      expect(await corner()).toBe('Loading');
    });
    answers.resolve();
    await waitFor(async () => expect(await corner()).toBe('not loaded'));
    isBroken = false;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await corner()).toMatch(/^4\d\.\d%/));
  });

  it('colours sentiments below and above neutral differently', async () => {
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        const response = respond(new URL(request.url).searchParams);
        return HttpResponse.json({ ...(await response.json()), metric: 'sentiment' });
      }),
    );
    open(`${february}&metric=sentiment`);
    const grid = await screen.findByRole('grid', { name: 'Sentiment by platform and region' });
    const sidesOf = (name: RegExp) =>
      within(within(grid).getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ dataset }) => dataset['side']);
    await waitFor(() => expect(sidesOf(/^ChatGPT web/)).toEqual(['above', 'below', 'above']));
    expect(sidesOf(/^Claude API/)).toEqual(['below', undefined, 'below']);
    expect(screen.getByText(/^Orange is below neutral \(50\.0\), blue above/)).toBeTruthy();
  });

  it.each([
    ['good', 'the tracked brand', ''],
    ['good', 'the tracked brand, requested by its ID', `&brandId=${acme}`],
    [undefined, 'another brand', `&brandId=${uuid(0x902)}`],
  ])('has rises coloured as %s for %s', async (tone, _, search) => {
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        const query = new URL(request.url).searchParams;
        const isByBrand = !query.has('groupBy');
        const report = await respond(query, isByBrand ? [] : seriesOf(query)).json();
        const id = isByBrand ? acme : (query.get('brandId') ?? acme);
        return HttpResponse.json({ ...Object(report), brand: { id, name: 'Acme' } });
      }),
    );
    open(february + search);
    await waitUntilComplete();
    const link = await findCellLink(/^ChatGPT web/, 0);
    await waitFor(() => {
      const moves = [...link.querySelectorAll<HTMLElement>('[data-direction]')];
      expect(moves.map(({ dataset }) => dataset['direction'])).toEqual(['up', 'up']);
      expect(moves.map(({ dataset }) => dataset['tone'])).toEqual([tone, tone]);
    });
    const moved = screen.getByRole('region', { name: 'What moved' });
    expect(moved.querySelector<HTMLElement>('[data-direction="up"]')?.dataset['tone']).toBe(tone);
  });

  it('has no highest and lowest cell if all are level', async () => {
    world.override(
      http.get(timelinesPath, ({ request }) => {
        const query = new URL(request.url).searchParams;
        const level = seriesOf(query).map(([key, label]): SeriesPlan => [key, label, 24, 0]);
        // Without noise: every value is the level.
        return respond(query, level, () => 24);
      }),
    );
    open(february);
    await waitUntilComplete();
    expect(screen.getByText('7 cells, all level')).toBeTruthy();
    expect(screen.getByText(/^All figures are level at 24\.0%$/)).toBeTruthy();
    expect(screen.queryByText(/^(highest|lowest)/)).toBeNull();
  });

  it('compares a platform’s web and API versions in the header of its API row', async () => {
    serve();
    open(february);
    await waitUntilComplete();
    const header = within(await rowOf(/^ChatGPT API/)).getByRole('rowheader');
    expect(normaliseSpaces(header.textContent)).toMatch(
      /Web \d+\.\d pt above API: more than the usual scatter$/,
    );
    expect(header.getAttribute('abbr')).toBe('ChatGPT API');
  });

  it('shows only the mean of each cell if nothing is compared', async () => {
    serve();
    open('?compare=none&startDate=2026-01-01&endDate=2026-01-31');
    await waitUntilComplete();
    for (const text of await cellsOf(/^ChatGPT web/)) expect(text).toMatch(/^\d\d\.\d%$/);
  });

  it('opens the timeline of a cell, with its platform and region', async () => {
    const user = userEvent.setup();
    serve();
    const { address } = open(`${february}&groupBy=platform&sort=move`);
    await waitUntilComplete();
    await user.click(await findCellLink(/^ChatGPT API/, 1));
    await waitFor(() => expect(address()).toContain('/timeline'));
    const query = new URL(address(), 'http://page.invalid').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      startDate: '2026-02-01',
      endDate: '2026-02-28',
      platform: 'chatgpt_api',
      region: 'FR',
    });
  });

  it('groups a country’s timeline by region, since its cell leaves out its areas', async () => {
    const user = userEvent.setup();
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        const query = new URL(request.url).searchParams;
        const report = await respond(query).json();
        const areas = report.series.flatMap((series: { key: string }) =>
          series.key === 'DE' ? [{ ...series, key: 'DE:Berlin', label: 'Germany · Berlin' }] : [],
        );
        return HttpResponse.json({ ...report, series: [...report.series, ...areas] });
      }),
    );
    const { address } = open(february);
    await waitUntilComplete();
    await user.click(await findCellLink(/^Claude API/, 0));
    await waitFor(() => expect(address()).toContain('/timeline'));
    expect(address()).toContain('region=DE');
    expect(address()).toContain('groupBy=region');
  });

  it('names the highest and lowest cells and what moved, and focuses a cell on a click', async () => {
    const user = userEvent.setup();
    serve();
    open(february);
    await waitUntilComplete();
    const region = within(screen.getByRole('region', { name: 'What moved' }));
    const movedList = within(region.getByRole('list'));
    const buttons = await movedList.findAllByRole('button');
    expect(
      buttons.map(({ textContent }) => normaliseSpaces(textContent)?.replace(/\d+\.\d/, '#')),
    ).toEqual([
      'ChatGPT in Germany: up # pt',
      'ChatGPT API in France: down # pt',
      'On ChatGPT: up # pt',
      'On ChatGPT API: down # pt',
      'In France: down # pt',
    ]);
    // Only buttons with `data-printed` appear in print.
    for (const button of buttons) expect(button.dataset).toHaveProperty('printed');
    await user.click(movedList.getByRole('button', { name: /^ChatGPT API in France/ }));
    expect(document.activeElement).toBe(await findCellLink(/^ChatGPT API/, 1));
    await user.click(screen.getByRole('button', { name: 'lowest: Claude API in Germany' }));
    expect(document.activeElement).toBe(await findCellLink(/^Claude API/, 0));
    expect(screen.getByRole('button', { name: /^highest: / }).textContent).toMatch(
      /Perplexity in France$/,
    );
  });

  it.each([
    // Seven cells share the answers of a scan.
    ['marks its verdicts as exploratory with few answers per cell', 7 * 30 - 1, 60, true],
    ['marks its verdicts as exploratory with few prompts', 9_000, 49, true],
    [
      'does not mark its verdicts as exploratory with enough answers and prompts',
      7 * 30,
      50,
      false,
    ],
  ])('%s', async (_, answers, prompts, isMarked) => {
    serve();
    world.override(
      http.get('*/sightline/v1/sites/:siteId/reports/counts', () =>
        HttpResponse.json({
          data: Array.from({ length: 60 }, (_, index) => ({
            scanId: uuid(0x1000 + index),
            date: dayAt(index),
            answers,
            prompts,
          })),
          filters: null,
        }),
      ),
    );
    openDashboard(`/sites/${measured.siteId}/matrix${february}`, {
      ...world.signedIn('agency'),
      capabilities: ['counts'],
    });
    await waitUntilComplete();
    await screen.findByText(/^\d+ scans.*based on/);
    const queryMark = () => screen.queryByRole('button', { name: 'About “Exploratory”' });
    await waitFor(() => expect(queryMark() !== null).toBe(isMarked));
  });

  it('offers the definition of a verdict before the verdicts arrive', async () => {
    serve();
    open(february);
    const moved = await screen.findByRole('region', { name: 'What moved' });
    const button = within(moved).getByRole('button', { name: 'About “Verdict”' });
    expect(within(moved).queryAllByRole('listitem')).toHaveLength(0);
    await waitUntilComplete();
    expect(await within(moved).findAllByRole('listitem')).not.toHaveLength(0);
    expect(button.isConnected).toBe(true);
  });

  it('says that nothing moved', async () => {
    serve();
    open('?startDate=2026-02-15&endDate=2026-02-28');
    await waitUntilComplete();
    expect(await screen.findByText('Nothing moved by more than the usual scatter.')).toBeTruthy();
  });

  it('shares its search with the timeline', async () => {
    const user = userEvent.setup();
    serve();
    const { address } = open(`${february}&groupBy=region`);
    const tabs = within(await screen.findByRole('navigation', { name: 'Pages of this site' }));
    expect(tabs.getByRole('link', { name: 'Matrix' }).getAttribute('aria-current')).toBe('page');
    expect(tabs.getByRole('link', { name: 'Timeline' }).getAttribute('aria-current')).toBeNull();
    await user.click(tabs.getByRole('link', { name: 'Timeline' }));
    await waitFor(() => expect(address()).toContain('/timeline?'));
    expect(address()).toContain('groupBy=region');
    expect(address()).toContain('startDate=2026-02-01');
  });
});

describe('the keyboard in the matrix', () => {
  it('moves the focus through the cells, which have a single tab stop', async () => {
    const user = userEvent.setup();
    serve();
    open(february);
    await waitUntilComplete();
    const findTabStops = async () =>
      within(await findGrid())
        .getAllByRole('link')
        .filter(({ tabIndex }) => tabIndex === 0);
    expect(await findTabStops()).toEqual([await findCellLink(/^Claude API/, 0)]);
    (await findCellLink(/^Claude API/, 0)).focus();
    for (const [keys, row, column] of [
      ['{ArrowRight}{ArrowDown}', /^ChatGPT web/, 1],
      ['{End}', /^ChatGPT web/, 2],
      ['{ArrowRight}', /^ChatGPT web/, 2],
      ['{Home}', /^ChatGPT web/, 0],
      ['{Control>}{End}{/Control}', /^All platforms/, 2],
      ['{ArrowDown}', /^All platforms/, 2],
      ['{Control>}{Home}{/Control}', /^Claude API/, 0],
      ['{ArrowUp}{ArrowLeft}', /^Claude API/, 0],
    ] as const) {
      await user.keyboard(keys);
      expect(document.activeElement).toBe(await findCellLink(row, column));
      expect(await findTabStops()).toEqual([document.activeElement]);
    }
  });
});

it('the matrix can be skipped with a link before it', async () => {
  const user = userEvent.setup();
  serve();
  open(february);
  await waitUntilComplete();
  const link = screen.getByRole('link', { name: 'Skip matrix' });
  const grid = await findGrid();
  expect(link.compareDocumentPosition(grid)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  link.focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement?.textContent).toMatch(/^Stronger colours mean higher values/);
  expect(grid.compareDocumentPosition(document.activeElement ?? grid)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

describe('a matrix with missing reports', () => {
  it('requests the reports of at most four platforms at a time', async () => {
    const releases: (() => void)[] = [];
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        const query = new URL(request.url).searchParams;
        const { series, ...report } = await respond(query).json();
        const [first] = series;
        const more = ['gemini_api', 'gemini_app'].map((key) => ({ ...first, key, label: key }));
        if (query.get('groupBy') === 'platform') {
          return HttpResponse.json({ ...report, series: [...series, ...more] });
        }
        if (query.has('platform')) await new Promise<void>((resolve) => releases.push(resolve));
        return HttpResponse.json({ ...report, series });
      }),
    );
    open(february);
    for (const requestCount of [4, 5, 6]) {
      await waitFor(() => expect(releases).toHaveLength(requestCount));
      releases[requestCount - 4]?.();
    }
    for (const release of releases) release();
    await waitUntilComplete();
  });

  it('shows no verdict while a report loads, and cancels its request when the metric changes', async () => {
    const user = userEvent.setup();
    const heldRequests: { query: URLSearchParams; release: () => void; signal: AbortSignal }[] = [];
    let isHolding = true;
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        const query = new URL(request.url).searchParams;
        const { promise, resolve } = Promise.withResolvers<void>();
        const isRow = query.get('platform') !== null && isHolding;
        if (isRow) heldRequests.push({ query, release: resolve, signal: request.signal });
        if (isRow) await promise;
        return respond(query);
      }),
    );
    open(february);
    await waitFor(() => expect(heldRequests.length).toBe(4));
    for (const { query, release } of heldRequests)
      if (query.get('platform') !== 'chatgpt_app') release();
    await waitFor(async () =>
      expect((await cellsOf(/^ChatGPT API/))[0]).toMatch(/^\d\d\.\d%[+−]?\d\.\d pt$/),
    );
    expect((await cellsOf(/^ChatGPT web/))[0]).toBe('Loading');
    isHolding = false;
    await user.click(screen.getByRole('radio', { name: 'Sentiment' }));
    const chatGptRequest = heldRequests.find(
      ({ query }) => query.get('platform') === 'chatgpt_app',
    );
    await waitFor(() => expect(chatGptRequest?.signal.aborted).toBe(true));
    chatGptRequest?.release();
  });

  it('shows the other platforms without verdicts when one fails, and reloads it on request', async () => {
    const user = userEvent.setup();
    let isFailing = true;
    world.override(
      http.get(timelinesPath, ({ request }) => {
        const query = new URL(request.url).searchParams;
        return isFailing && query.get('platform') === 'claude_api'
          ? HttpResponse.json({}, { status: 403 })
          : respond(query);
      }),
    );
    open(february);
    await screen.findByText(/^Some figures could not be loaded/);
    expect((await cellsOf(/^Claude API/))[0]).toBe('not loaded');
    expect((await cellsOf(/^ChatGPT web/))[0]).toMatch(/^\d\d\.\d%[+−]\d+\.\d pt$/);
    isFailing = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect((await cellsOf(/^ChatGPT web/))[0]).toContain('real'));
    expect((await cellsOf(/^Claude API/))[0]).toMatch(/^\d\d\.\d%/);
  });

  it('says that the totals of regions could not be loaded', async () => {
    world.override(
      http.get(timelinesPath, ({ request }) => {
        const query = new URL(request.url).searchParams;
        const isTotals = query.get('groupBy') === 'region' && query.get('platform') === null;
        return isTotals ? HttpResponse.json({}, { status: 403 }) : respond(query);
      }),
    );
    open(february);
    await screen.findByText(/^Some figures could not be loaded/);
    await waitUntilComplete();
    expect((await cellsOf(/^All platforms/))[0]).toBe('not loaded');
    expect((await cellsOf(/^ChatGPT web/))[0]).toContain('real');
  });

  it('says that the matrix could not be loaded if every report fails', async () => {
    world.override(http.get(timelinesPath, () => HttpResponse.json({}, { status: 403 })));
    open(february);
    expect(await screen.findByText('The matrix could not be loaded')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('says that a site has no scans yet, and shows that a matrix is loading when the metric changes', async () => {
    const user = userEvent.setup();
    const { promise, resolve } = Promise.withResolvers<void>();
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        const query = new URL(request.url).searchParams;
        if (query.get('metric') === 'sentiment') {
          await promise;
          return respond(query);
        }
        return HttpResponse.json({ brand: { id: acme, name: 'Acme' }, series: [] });
      }),
    );
    open('');
    expect(await screen.findByText(/^No completed scans yet/)).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Sentiment' }));
    expect(await screen.findByText('Loading the matrix')).toBeTruthy();
    expect(screen.queryByText(/^No completed scans yet/)).toBeNull();
    resolve();
    await findGrid();
  });

  it('keeps the last matrix while the next one loads, even if that fails', async () => {
    const user = userEvent.setup();
    const { promise, resolve } = Promise.withResolvers<void>();
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        const query = new URL(request.url).searchParams;
        if (query.get('metric') !== 'gap') return respond(query);
        await promise;
        return HttpResponse.json({}, { status: 403 });
      }),
    );
    open(february);
    await waitUntilComplete();
    const before = await cellsOf(/^ChatGPT web/);
    await user.click(screen.getByRole('radio', { name: 'Gap' }));
    expect(await cellsOf(/^ChatGPT web/)).toEqual(before);
    resolve();
    expect(
      await screen.findByText('Still showing the matrix that was loaded earlier.'),
    ).toBeTruthy();
    expect(await cellsOf(/^ChatGPT web/)).toEqual(before);
  });
});
