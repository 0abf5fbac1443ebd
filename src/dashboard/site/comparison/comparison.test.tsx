import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();

const acme = uuid(0x901);
const beta = uuid(0x902);
const gamma = uuid(0x903);
const timelinesPath = '*/v1/sites/:siteId/reports/timeline';

/** Scatter from scan to scan, in points. */
const noise = [0.4, -0.7, 0.9, -0.2, -0.4, 0.6, -0.6];
const dayAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
/**
 * 60 daily scans from 1 January 2026 on, whose values scatter around a level; without evidence if the level is null.
 */
const pointsOf = (levelOn: (index: number) => number | null) =>
  Array.from({ length: 60 }, (_, index) => {
    const level = levelOn(index);
    return {
      date: dayAt(index),
      completedAt: `${dayAt(index)}T10:00:00Z`,
      value: level === null ? null : level + (noise[index % noise.length] ?? 0),
      scanId: uuid(0x1000 + index),
    };
  });
/** A level that rises by ten points on 1 February. */
const risingFrom = (level: number) => (index: number) => (index < 31 ? level : level + 10);
const constantAt = (level: number) => () => level;

const seriesByGrouping: Record<
  string,
  readonly [key: string, label: string, levelOn: (index: number) => number | null][]
> = {
  brand: [
    [acme, 'Acme', risingFrom(40)],
    [beta, 'Beta', (index) => (index < 31 ? 45 : 45.1)],
    [gamma, 'Gamma', () => null],
  ],
  platform: [
    ['chatgpt_app', 'ChatGPT', (index) => (index < 31 ? 30 : 50)],
    ['gemini_app', 'Gemini', constantAt(20)],
  ],
  region: [['DE', 'Germany', constantAt(40)]],
};

/** Serves reports by brand, platform and region for the days of each query. @returns the queries, as they arrive */
function serve(series = seriesByGrouping): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  world.override(
    http.get(timelinesPath, ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const groupBy = query.get('groupBy') ?? 'brand';
      const [start, end] = [query.get('startDate') ?? '', query.get('endDate') ?? '9999'];
      return HttpResponse.json({
        metric: 'visibility',
        groupBy,
        brand: { id: acme, name: 'Acme' },
        series: (series[groupBy] ?? []).map(([key, label, levelOn]) => ({
          key,
          label,
          points: pointsOf(levelOn).filter(({ date }) => date >= start && date <= end),
        })),
        filters: { platform: [], region: [], startDate: query.get('startDate'), endDate: end },
      });
    }),
  );
  return queries;
}

/** Replaces the special spaces of numbers and ranges with plain ones. */
const normaliseSpaces = (text: string | null) => text?.replaceAll(/\s/g, ' ').trim();
const february = '?startDate=2026-02-01&endDate=2026-02-28';
const open = (search: string) =>
  openAllDates(`/sites/${measured.siteId}/timeline`, search, world.signedIn('agency'));
const findTable = () => screen.findByRole('table', { name: /as a table$/ });
const cellsOf = async (label: string) => {
  const row = within(await findTable()).getByRole('row', { name: new RegExp(label) });
  const texts = () =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => normaliseSpaces(cell.textContent));
  // Verdicts stay empty until it is known whether the measurement changed.
  await waitFor(() => expect(texts().slice(0, 4)).not.toContain(''));
  return texts();
};
const namesInOrder = async () =>
  within(await findTable())
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

describe('a comparison of two periods', () => {
  it('is requested as one span, and shown as two means, their change and a verdict', async () => {
    const queries = serve();
    open(february);
    // Verdicts stay empty until it is known whether the measurement changed.
    await waitFor(async () => expect((await cellsOf('Acme'))[3]).not.toBe(''));
    expect((await cellsOf('Acme')).slice(0, 5)).toEqual([
      '50.0%',
      '40.0%',
      '+10.0 pt',
      'Up 10.0 pt: more than the usual scatter',
      '49.8%',
    ]);
    expect((await cellsOf('Beta'))[3]).toMatch(/^Within the usual scatter \(±\d\.\d pt\)$/);
    const [pageQuery] = queries;
    // Starts four 28-day periods before the period that February is compared with.
    expect(pageQuery?.get('startDate')).toBe('2025-09-14');
    expect(pageQuery?.get('endDate')).toBe('2026-02-28');
    const figures = await within(screen.getByRole('main')).findAllByRole('definition');
    expect(figures.map(({ textContent }) => normaliseSpaces(textContent))).toEqual(
      expect.arrayContaining(['50.0%', '+10.0 pt', '1st of 2', 'was 2nd']),
    );
    expect(screen.getByText('Acme, average of 28 scans')).toBeTruthy();
    expect(screen.getByText(/^compared with 40\.0% for Jan 4\s–\s31, 2026$/)).toBeTruthy();
  });

  it('shows the difference between the averages as they are rounded, wherever it is shown', async () => {
    serve({
      ...seriesByGrouping,
      brand: [[acme, 'Acme', (index) => (index < 31 ? 22.26 : 25.24)]],
    });
    open(february);
    expect((await cellsOf('Acme')).slice(0, 4)).toEqual([
      '25.2%',
      '22.3%',
      '+2.9 pt',
      'Up 2.9 pt: more than the usual scatter',
    ]);
    const figures = within(screen.getByRole('main')).getAllByRole('definition');
    expect(figures.map(({ textContent }) => normaliseSpaces(textContent))).toEqual(
      expect.arrayContaining(['25.2%', '+2.9 pt', 'Up 2.9 pt: more than the usual scatter']),
    );
    expect(screen.getByText(/^compared with 22\.3%/)).toBeTruthy();
  });

  it('averages the scans with evidence, and says how many there are', async () => {
    serve({
      ...seriesByGrouping,
      brand: [[acme, 'Acme', (index) => (index % 2 === 0 ? null : 40)]],
    });
    open(february);
    expect(await screen.findByText('Acme, average of 14 scans')).toBeTruthy();
    expect((await cellsOf('Acme'))[0]).toBe('40.0%');
  });

  it('counts only the scans in view, and draws the earlier period of each series with evidence', async () => {
    serve();
    open(february);
    await findTable();
    expect(screen.getByText(/^28 scans/)).toBeTruthy();
    await waitFor(() => expect(document.querySelector(`[data-series="${acme}"]`)).toBeTruthy());
    const earlierLines = document.querySelectorAll<SVGElement>('[data-earlier]');
    expect([...earlierLines].map(({ dataset }) => dataset['earlier'])).toEqual([acme, beta]);
    expect(screen.getByText(/Dotted lines: Jan 4\s–\s31, 2026$/)).toBeTruthy();
  });

  it('shows and announces both days at a point, and both values of each series', async () => {
    const user = userEvent.setup();
    serve();
    open(`${february}&groupBy=platform&zone=UTC`);
    const slider = await screen.findByRole('slider');
    slider.focus();
    await user.keyboard('{End}');
    const tooltip = (await screen.findByText('Compared with Sat, Jan 31, 2026')).parentElement;
    expect(tooltip?.textContent).toMatch(/^Sat, Feb 28, 2026/);
    const rows = [...(tooltip?.querySelectorAll('li') ?? [])];
    expect(rows.map(({ textContent }) => normaliseSpaces(textContent))).toEqual([
      'ChatGPT30.9% → 50.9%',
      'Gemini20.9% → 20.9%',
    ]);
    const spoken = normaliseSpaces(document.querySelector('[aria-live]')?.textContent ?? null);
    expect(spoken).toMatch(
      /^Sat, Feb 28, 2026, 10:00 AM, UTC\. ChatGPT 50\.9%, was 30\.9%, Gemini 20\.9%, was 20\.9%\. Compared with Sat, Jan 31, 2026\.$/,
    );
  });

  it('leaves out series without evidence, and says how many there are', async () => {
    serve();
    open(february);
    expect(await namesInOrder()).toEqual(['Acmetracked', 'Beta']);
    expect(screen.getByText(/^1 series has no evidence in either period/)).toBeTruthy();
  });

  it('sorts by change, reverses the order on a second click, and keeps it in the address', async () => {
    const user = userEvent.setup();
    serve();
    const { address } = open(`${february}&groupBy=platform`);
    expect(await namesInOrder()).toEqual(['ChatGPT', 'Gemini']);
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(await namesInOrder()).toEqual(['ChatGPT', 'Gemini']);
    await waitFor(() => expect(address()).toContain('sort=change'));
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(await namesInOrder()).toEqual(['Gemini', 'ChatGPT']);
    await waitFor(() => expect(address()).toContain('sort=-change'));
  });

  it('can be removed, given custom dates, and reset to the previous period', async () => {
    const user = userEvent.setup();
    serve();
    const { address } = open(february);
    await findTable();
    const select = screen.getByLabelText('Compare');
    expect(select).toHaveProperty('value', 'previous');
    await user.selectOptions(select, 'No comparison');
    await waitFor(() => expect(address()).toContain('compare=none'));
    await screen.findByRole('columnheader', { name: /^Change since the previous scan/ });
    await user.selectOptions(select, 'Custom dates');
    await waitFor(() => expect(address()).toContain('compareStart=2026-01-04'));
    await screen.findByRole('group', { name: 'Compare with' });
    await user.selectOptions(select, 'Previous period');
    await waitFor(() => expect(address()).not.toContain('compare'));
  });

  it('compares the second half of all scans with the first half if no dates are chosen', async () => {
    serve();
    open('?compare=previous');
    await waitFor(async () => expect((await cellsOf('Acme'))[3]).not.toBe(''));
    expect((await cellsOf('Acme'))[3]).toMatch(/^Up 9\.\d pt: more than the usual scatter$/);
    expect(screen.getByText('Acme, average of the last 30 scans')).toBeTruthy();
    expect(screen.getByText(/^compared with .* for the first 30 scans$/)).toBeTruthy();
    expect(screen.getByText(/^60 scans/)).toBeTruthy();
  });

  it('is replaced by the latest scan if there is nothing to compare with', async () => {
    serve();
    open('?startDate=2026-01-01&endDate=2026-01-31');
    await screen.findByRole('columnheader', { name: /^Change since the previous scan/ });
    expect(screen.getByText('Acme, latest scan')).toBeTruthy();
  });

  it('says when there are too few scans to tell what moved', async () => {
    serve();
    open('?startDate=2026-02-01&endDate=2026-02-03');
    expect(await screen.findByText('There are too few scans to tell what moved.')).toBeTruthy();
    expect(screen.queryByText(/moved by more than/)).toBeNull();
  });

  it('says that two brands with the same mean are level', async () => {
    const brand: (typeof seriesByGrouping)[string] = [
      [acme, 'Acme', risingFrom(40)],
      [beta, 'Beta', risingFrom(40)],
    ];
    serve({ ...seriesByGrouping, brand });
    open(february);
    const name = await screen.findByText('with Beta');
    expect(name.parentElement?.textContent).toContain('Level');
    expect(screen.queryByText(/^1st of/)).toBeNull();
  });

  it('says that the rank is among the chosen brands if a filter chooses brands', async () => {
    serve();
    open(`${february}&competitorId=${beta}`);
    expect(await screen.findByText('brands chosen')).toBeTruthy();
  });
});

describe('a report by platform', () => {
  it('shows the average over all platforms, the highest, the lowest and the spread', async () => {
    serve();
    open(`${february}&groupBy=platform`);
    expect(await screen.findByText('Acme · all platforms, average of 28 scans')).toBeTruthy();
    for (const name of ['highest: ChatGPT', 'lowest: Gemini', /^30\.0\spt below the highest$/]) {
      expect(screen.getByText(name)).toBeTruthy();
    }
  });

  it.each([
    ['in view', '', 'Web versus API'],
    [
      'of the later half in a comparison',
      '&compare=previous',
      'Web versus API over the last 30 scans',
    ],
  ])(
    'compares web with API on platforms measured both ways, over the scans %s',
    async (_, search, name) => {
      world.override(
        http.get(timelinesPath, ({ request }) => {
          const query = new URL(request.url).searchParams;
          return HttpResponse.json({
            metric: 'visibility',
            groupBy: query.get('groupBy') ?? 'brand',
            brand: { id: acme, name: 'Acme' },
            series: [
              { key: 'chatgpt_app', label: 'ChatGPT', points: pointsOf(constantAt(50)) },
              { key: 'gemini_app', label: 'Gemini', points: pointsOf(constantAt(20)) },
              {
                key: 'chatgpt_api',
                label: 'ChatGPT API',
                points: pointsOf((index) => 44 + (noise[(index * 3) % noise.length] ?? 0)),
              },
            ],
          });
        }),
      );
      open(`?groupBy=platform${search}`);
      const versions = await screen.findByRole('region', { name });
      expect(
        within(versions)
          .getAllByRole('term')
          .map(({ textContent }) => textContent),
      ).toEqual(['ChatGPT']);
      expect(normaliseSpaces(within(versions).getByRole('definition').textContent)).toMatch(
        /^Web 6\.\d pt above API: more than the usual scatter$/,
      );
    },
  );
});

describe('the list of what moved', () => {
  const findLinks = async () =>
    within(await screen.findByRole('region', { name: 'What moved' })).findAllByRole('link');

  it('names the largest real moves across brands, platforms and regions, and links to them', async () => {
    const user = userEvent.setup();
    const queries = serve();
    const { address } = open(february);
    const movedLinks = await findLinks();
    expect(movedLinks.map(({ textContent }) => normaliseSpaces(textContent))).toEqual([
      'On ChatGPT, Acme: up 20.0 pt',
      'Acme: up 10.0 pt',
    ]);
    expect(queries.map((query) => query.get('groupBy') ?? 'brand').sort()).toEqual([
      'brand',
      'platform',
      'region',
    ]);
    const [first] = movedLinks;
    if (first) await user.click(first);
    await waitFor(() => expect(address()).toContain('groupBy=platform&sort=move'));
    await screen.findByText('Acme · all platforms, average of 28 scans');
    expect((await namesInOrder())[0]).toBe('ChatGPT');
  });

  it('links a fall to the table with the largest falls first', async () => {
    const user = userEvent.setup();
    serve({
      platform: [
        ['chatgpt_app', 'ChatGPT', (index) => (index < 31 ? 30 : 50)],
        ['gemini_app', 'Gemini', (index) => (index < 31 ? 50 : 20)],
      ],
    });
    const { address } = open(`${february}&groupBy=platform`);
    const [first] = await findLinks();
    expect(normaliseSpaces(first?.textContent ?? '')).toBe('On Gemini, Acme: down 30.0 pt');
    if (first) await user.click(first);
    await waitFor(() => expect(address()).toContain('sort=-move'));
    await waitFor(async () => expect(await namesInOrder()).toEqual(['Gemini', 'ChatGPT']));
  });

  it('says when the same period last year has no scans', async () => {
    serve();
    open(`${february}&compare=year`);
    expect(
      await screen.findByText(/^There are no scans from Feb 1 – 28, 2025 to compare with\.$/),
    ).toBeTruthy();
  });

  it('says when nothing moved', async () => {
    serve();
    open('?startDate=2026-01-11&endDate=2026-01-20');
    expect(
      await screen.findByText('No brand, platform or region moved by more than the usual scatter.'),
    ).toBeTruthy();
  });

  it('still shows the table if the report by region fails, and says that some comparisons could not be loaded', async () => {
    serve();
    world.override(
      http.get(timelinesPath, ({ request }) =>
        new URL(request.url).searchParams.get('groupBy') === 'region'
          ? HttpResponse.json({}, { status: 403 })
          : undefined,
      ),
    );
    open(february);
    expect(
      await screen.findByText('Some comparisons could not be loaded. Reload the page.'),
    ).toBeTruthy();
    expect((await cellsOf('Acme'))[0]).toBe('50.0%');
  });
});
