import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser, testNow } from '../../../../tests/setup/dashboard.tsx';
import { stateHeadline } from '../../../../tests/setup/headline.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { utcDay } from '../../../contract/dates/days.ts';

setUpBrowser();
const world = setUpService();

const acme = uuid(0x901);
const noise = [0.4, -0.7, 0.9, -0.2, -0.4, 0.6, -0.6];
const dayLength = 86_400_000;
const dayOf = (daysAgo: number) => utcDay(testNow - daysAgo * dayLength);

/** Returns the value measured a number of days ago; null without evidence. */
type Level = (daysAgo: number) => number | null;

/** One point a day for the 180 days until today: the level of that day with some noise. */
const pointsOf = (levelAt: Level) =>
  Array.from({ length: 180 }, (_, index) => {
    const daysAgo = 179 - index;
    const level = levelAt(daysAgo);
    return {
      date: dayOf(daysAgo),
      completedAt: `${dayOf(daysAgo)}T00:00:01Z`,
      value: level === null ? null : level + (noise[index % noise.length] ?? 0),
      scanId: uuid(0x1000 + index),
    };
  });
/** Ten points higher in the last 30 days than before. */
const risingLevel = (daysAgo: number) => (daysAgo < 30 ? 50 : 40);
const steadyLevel = () => 45;

/** Measured only in the last 40 days. */
const addedLevel = (daysAgo: number) => (daysAgo < 40 ? 45 : null);

const series: Record<string, readonly [string, string, Level][]> = {
  brand: [
    [acme, 'Acme', risingLevel],
    [uuid(0x902), 'Beta', steadyLevel],
  ],
  platform: [['chatgpt_app', 'ChatGPT', risingLevel]],
  region: [['DE', 'Germany', steadyLevel]],
};

/** A response with the series of a grouping on the days from one to another. */
const timelineOf = (
  groupBy: string,
  all: readonly [string, string, Level][],
  start = '',
  end = '9999',
) => ({
  metric: 'visibility',
  groupBy,
  brand: { id: acme, name: 'Acme' },
  series: all.map(([key, label, levelAt]) => ({
    key,
    label,
    points: pointsOf(levelAt).filter(({ date }) => date >= start && date <= end),
  })),
  filters: { platform: [], region: [], startDate: start || null, endDate: end },
});

/**
 * Serves the series of each grouping, or those of `cell` if a query chooses a platform, for the days of the query.
 * @returns a list to which each received query is added
 */
function serve(seriesByGrouping = series): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  world.override(
    http.get('*/v1/sites/:siteId/reports/timeline', ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const groupBy = query.get('groupBy') ?? 'brand';
      const shown =
        (query.has('platform') && seriesByGrouping['cell']) || seriesByGrouping[groupBy] || [];
      const [start, end] = [query.get('startDate') ?? '', query.get('endDate') ?? '9999'];
      return HttpResponse.json(timelineOf(groupBy, shown, start, end));
    }),
  );
  return queries;
}

const open = (search = '', capabilities: readonly string[] = []) =>
  openDashboard(`/sites/${measured.siteId}/report${search}`, {
    ...world.signedIn('agency'),
    capabilities: [...capabilities],
  });
const findSheet = () => screen.findByRole('article', { name: 'Report' });
const plainTextOf = (element: Element) => element.textContent?.replaceAll(/\s+/g, ' ') ?? '';
const toElement = (node: Element | null): HTMLElement =>
  node instanceof HTMLElement ? node : expect.unreachable('There is no such element.');
const findHeadings = async () =>
  within(await findSheet())
    .getAllByRole('heading')
    .map(plainTextOf);

describe('a report', () => {
  it('covers the range that fits the site if no dates are chosen, and requests no series twice', async () => {
    const queries = serve();
    const { address } = open();
    expect(plainTextOf(await findSheet())).toContain('compared with');
    expect(screen.getByText(/ · last 30 days; scanned daily/)).toBeTruthy();
    expect(address()).toBe(`/sites/${measured.siteId}/report?range=30d`);
    const isByBrand = (query: URLSearchParams) => !query.has('groupBy');
    expect(queries.filter(isByBrand).map(String)).toEqual(['']);
    const others = queries.filter((query) => !isByBrand(query));
    expect(others.length).toBeGreaterThan(0);
    for (const query of others) {
      expect(query.get('endDate')).toBe(dayOf(0));
      // The two compared periods, and four before them that show how much values scatter.
      expect(query.get('startDate')).toBe(dayOf(6 * 30 - 1));
    }
  });

  it('requests the matrix while the figures by platform are loading', async () => {
    serve();
    const figuresRequested = Promise.withResolvers<void>();
    const matrixRequested = Promise.withResolvers<void>();
    world.override(
      http.get('*/v1/sites/:siteId/reports/timeline', async ({ request }) => {
        if (new URL(request.url).searchParams.get('groupBy') !== 'platform') return;
        figuresRequested.resolve();
        await matrixRequested.promise;
      }),
      http.get('*/sightline/v1/sites/:siteId/reports/matrix', async () => {
        await figuresRequested.promise;
        matrixRequested.resolve();
        return HttpResponse.json({}, { status: 500 });
      }),
    );
    open('', ['matrix']);
    expect(plainTextOf(await findSheet())).toContain(
      'Acme is named on average in 50.0% of a scan’s answers',
    );
  });

  it('states what a program without pages finds in the same response', async () => {
    serve();
    open();
    const text = JSON.stringify(timelineOf('brand', series['brand'] ?? []));
    const { sentence, verdict, basis } = stateHeadline(text, dayOf(0));
    const shown = plainTextOf(await findSheet());
    for (const stated of [sentence, verdict, basis])
      expect(shown).toContain(stated.replaceAll(/\s+/g, ' '));
  });

  it('starts with whose figures these are, what really moved and what was measured', async () => {
    serve();
    open();
    const shown = await findSheet();
    const text = plainTextOf(shown);
    const first = text.slice(0, text.indexOf('Visibility by brand, all figures'));
    expect(first).toContain(
      'Acme is named on average in 50.0% of a scan’s answers, up from 40.0%: a real rise.',
    );
    expect(first).toContain('Up 10.0 pt: more than the usual scatter');
    expect(first).toContain('brands measured, was 2nd1st of 2');
    expect(first).toContain('5.0 pt ahead of Beta, was 5.0 pt behind');
    expect(first).toContain('Based on 30 scans, the last completed');
    expect(first).toMatch(/AI platforms measured ?ChatGPT/);
    expect(first).toMatch(/Regions measured ?Germany/);
    // Drawn once for upright and once for landscape paper; styles show one of them.
    expect(within(shown).getAllByRole('img', { name: /Visibility by brand/ })).toHaveLength(2);
  });

  it('leads with the brand that has the tracked brand’s name, and colours only its moves', async () => {
    const brand: (typeof series)[string] = [
      ['beta', 'Beta', (daysAgo) => (daysAgo < 30 ? 55 : 45)],
      ['acme', 'Acme', risingLevel],
    ];
    serve({ ...series, brand });
    open();
    const sheet = await findSheet();
    expect(
      within(sheet).getByRole('heading', { name: /^Acme is named on average in 50.0%/ }),
    ).toBeTruthy();
    const table = within(sheet).getByRole('table', { name: 'Visibility by brand' });
    const toneOf = (name: RegExp) =>
      within(within(table).getByRole('row', { name })).getByText(/more than the usual scatter$/)
        .dataset;
    expect(toneOf(/^Acme/)).toMatchObject({ direction: 'up', tone: 'good' });
    expect(toneOf(/^Beta/)['direction']).toBe('up');
    expect(toneOf(/^Beta/)['tone']).toBeUndefined();
  });

  it('leads with no figure if the service does not say which series is the tracked brand’s', async () => {
    serve({ ...series, brand: [['beta', 'Beta', risingLevel]] });
    open();
    const sheet = await findSheet();
    const text = 'The tracked brand is Acme, but the service does not say which series is Acme’s.';
    expect(within(sheet).getByText(text)).toBeTruthy();
    expect(within(sheet).getByRole('heading', { name: 'Headline' })).toBeTruthy();
  });

  it.each([
    ['the days before', '', 'DAYS compared with DAYS'],
    [
      'chosen days',
      `?compare=custom&compareStart=${dayOf(100)}&compareEnd=${dayOf(90)}`,
      'DAYS compared with DAYS',
    ],
    [
      'the first half',
      '?dates=all&compare=previous',
      'DAYS, the last 90 scans compared with the first 90 scans',
    ],
    ['nothing', '?dates=all', 'DAYS'],
  ])('says on its cover what the period is compared with: %s', async (_, search, sentence) => {
    serve();
    open(search);
    const period = (await findSheet()).querySelector('header strong')?.parentElement;
    const days = /\w{3} \d+(, \d{4})? – (\w{3} )?\d+, \d{4}/g;
    expect(period && plainTextOf(period).replaceAll(days, 'DAYS')).toBe(sentence);
  });

  it('names at most three moves, none of which is the move of the headline', async () => {
    const names = ['Ada', 'Bea', 'Cleo', 'Dora'];
    const brand: (typeof series)[string] = [
      [acme, 'Acme', risingLevel],
      ...names.map((name, index): [string, string, Level] => [
        uuid(0xa00 + index),
        name,
        (daysAgo) => (daysAgo < 30 ? 30 - index : 20),
      ]),
    ];
    serve({ brand, platform: [], region: [] });
    open();
    const moved = (await findSheet()).querySelector('[data-section="moved"]');
    const moves = within(toElement(moved)).getAllByRole('listitem');
    expect(moves.map(plainTextOf)).toEqual([
      'Ada is named on average in 30.0% of a scan’s answers, up 10.0 pt from 20.0%.',
      'Bea is named on average in 29.0% of a scan’s answers, up 9.0 pt from 20.0%.',
      'Cleo is named on average in 28.0% of a scan’s answers, up 8.0 pt from 20.0%.',
    ]);
  });

  it('says that nothing else moved if only the figure of the headline did', async () => {
    serve({
      brand: [
        [acme, 'Acme', risingLevel],
        [uuid(0x902), 'Beta', steadyLevel],
      ],
      platform: [],
      region: [],
    });
    open();
    const text = plainTextOf(await findSheet());
    expect(text).toContain('a real rise');
    expect(text).toContain('Nothing else moved by more than the usual scatter.');
  });

  it('does not say that nothing else moved if there is nothing else', async () => {
    serve({ brand: [[acme, 'Acme', risingLevel]], platform: [], region: [] });
    open();
    const text = plainTextOf(await findSheet());
    expect(text).toContain('Nothing else can be compared.');
    expect(text).not.toContain('brands measured');
  });

  it.each([
    [
      'levels that stay the same',
      steadyLevel,
      /45\.0% of a scan’s answers, compared with 45\.0% in the earlier period: within the usual scatter\.$/,
    ],
    ['a fall', (daysAgo: number) => (daysAgo < 30 ? 35 : 45), /down from 45\.0%: a real drop\.$/],
    ['few scans', (daysAgo: number) => (daysAgo < 27 ? null : 45), /too few scans to tell/],
    [
      'no earlier figure',
      (daysAgo: number) => (daysAgo < 30 ? 45 : null),
      /^Acme is named on average in 45\.0% of a scan’s answers\. There is no figure for /,
    ],
    [
      'no figure',
      (daysAgo: number) => (daysAgo < 30 ? null : 45),
      /^There is no figure for Acme in .* The figure for .* was 45\.0%\.$/,
    ],
  ] as const)('has a headline that is true for %s', async (_, level, expected) => {
    const brand: (typeof series)[string] = [
      [acme, 'Acme', level],
      [uuid(0x902), 'Beta', steadyLevel],
    ];
    serve({ brand, platform: [], region: [] });
    open('?range=30d&compare=previous');
    const [, headline] = await findHeadings();
    expect(headline).toMatch(expected);
  });

  it('names the strongest and the weakest platform, and says if all are level', async () => {
    const platform: (typeof series)[string] = [
      ['chatgpt_app', 'ChatGPT', () => 60],
      ['gemini_app', 'Gemini', () => 30],
      ['claude_api', 'Claude API', () => 45],
    ];
    serve({ ...series, platform });
    open('?range=30d&compare=previous');
    expect(plainTextOf(await findSheet())).toMatch(
      /strongest platform60\.0%ChatGPT ?weakest platform30\.0%Gemini/,
    );
    cleanup();
    serve({ ...series, platform: platform.map(([key, label]) => [key, label, () => 45]) });
    open('?range=30d&compare=previous');
    expect(plainTextOf(await findSheet())).toContain('level on all 3 platforms45.0%');
  });

  it('leads with the latest scan, without a verdict, if nothing is compared', async () => {
    serve();
    open('?range=30d&compare=none');
    const [, headline] = await findHeadings();
    expect(headline).toMatch(/^Acme is named in [\d.]+% of answers in the latest scan\.$/);
  });

  it('explains each word in the first section that uses it, and only there', async () => {
    serve();
    open();
    const sheet = await findSheet();
    const sectionsWith = (term: string) =>
      [...sheet.querySelectorAll('[data-section]:not([data-section="method"])')]
        .filter((section) => within(toElement(section)).queryByText(`${term}:`) !== null)
        .map((section) => section.getAttribute('data-section'));
    for (const term of ['Visibility', 'Scan', 'Points (pt)', 'Usual scatter']) {
      expect(sectionsWith(term), term).toEqual(['headline']);
    }
    for (const term of ['Evidence', 'Median', 'Tracked']) {
      expect(sectionsWith(term), term).toEqual(['table']);
    }
    expect(sectionsWith('Exploratory')).toEqual([]);
  });

  it('says that nothing moved if nothing did', async () => {
    serve({ brand: [[acme, 'Acme', steadyLevel]], platform: [], region: [] });
    open();
    expect(plainTextOf(await findSheet())).toContain(
      'Nothing moved by more than the usual scatter.',
    );
  });

  it('names what moved in the matrix if everything else was measured differently', async () => {
    serve({
      brand: series['brand'] ?? [],
      platform: [...(series['platform'] ?? []), ['gemini_app', 'Gemini', addedLevel]],
      region: [
        ['DE', 'Germany', risingLevel],
        ['FR', 'France', addedLevel],
      ],
    });
    open();
    const text = plainTextOf(await findSheet());
    expect(text).toMatch(/Measured differently since .* added/);
    expect(text).toContain(
      'Acme is named on average in 50.0% of a scan’s answers on ChatGPT in Germany, up 10.0 pt from 40.0%.',
    );
    expect(text).not.toContain('real moves cannot be distinguished');
  });

  it.each(['', '?sections=moved', '?sections=moved&sections=chart'])(
    'names a move of a single cell whatever sections are chosen (%j)',
    async (search) => {
      serve({
        brand: [[acme, 'Acme', steadyLevel]],
        platform: [['chatgpt_app', 'ChatGPT', steadyLevel]],
        region: [['DE', 'Germany', steadyLevel]],
        cell: [['DE', 'Germany', risingLevel]],
      });
      open(search);
      expect(plainTextOf(await findSheet())).toMatch(
        /What moved.*on ChatGPT in Germany, up 10\.0 pt from 40\.0%/,
      );
    },
  );

  it('does not say that nothing moved if a row of the matrix could not be loaded', async () => {
    serve({
      brand: [[acme, 'Acme', steadyLevel]],
      platform: [['chatgpt_app', 'ChatGPT', steadyLevel]],
      region: [['DE', 'Germany', steadyLevel]],
    });
    world.override(
      http.get('*/v1/sites/:siteId/reports/timeline', ({ request }) =>
        new URL(request.url).searchParams.has('platform')
          ? HttpResponse.json({}, { status: 400 })
          : undefined,
      ),
    );
    open();
    const text = plainTextOf(await findSheet());
    expect(text).toMatch(/What moved.*Some comparisons could not be loaded\./);
    expect(text).not.toContain('moved by more than');
  });

  it('has the sections that the address names, in that order, but the method last', async () => {
    serve();
    open('?sections=method&sections=table&sections=headline');
    expect(await findHeadings()).toEqual([
      expect.stringContaining('Acme'),
      'Visibility by brand, all figures',
      expect.stringContaining('a real rise'),
      'Method and definitions',
    ]);
  });

  it('has no sources section, and offers none, if the service offers only v1', async () => {
    serve();
    open();
    expect((await findHeadings()).join()).not.toContain('sources');
    await userEvent.click(screen.getByRole('button', { name: 'Sections' }));
    const dialog = screen.getByRole('dialog', { name: 'Sections of the report' });
    expect(within(dialog).queryByRole('checkbox', { name: 'Top sources' })).toBeNull();
    expect(world.calls.filter((call) => call.includes('/sightline/'))).toEqual([]);
  });

  it('says which section could not be loaded, and loads it on request or on the next visit', async () => {
    serve();
    const path = '*/sightline/v1/sites/:siteId/reports/sources';
    const refuse = () => HttpResponse.json({ title: 'No' }, { status: 404 });
    const report = { answers: 2, withSources: 1, domains: [], filters: {} };
    let isRefused = true;
    world.override(http.get(path, () => (isRefused ? refuse() : HttpResponse.json(report))));
    const { router } = open('', ['sources']);
    expect(plainTextOf(await findSheet())).toContain('The sources could not be loaded.');
    const findRetryButton = () => screen.findByRole('button', { name: 'Try again' });
    await userEvent.click(await findRetryButton());
    expect(await screen.findByText(/^Could not load: the sources\./)).toBeTruthy();
    isRefused = false;
    await userEvent.click(await findRetryButton());
    await waitFor(() => expect(screen.queryByText(/Could not load/)).toBeNull());
    await waitFor(async () =>
      expect(plainTextOf(await findSheet())).not.toContain('could not be loaded'),
    );

    isRefused = true;
    act(() => router.history.push(`/sites/${measured.siteId}/report?tag=a`));
    await screen.findByText(/^Could not load: the sources\./);
    isRefused = false;
    act(() => router.history.push(`/sites/${measured.siteId}/timeline`));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Report' })).toBeNull());
    act(() => router.history.push(`/sites/${measured.siteId}/report?tag=a`));
    await waitFor(async () =>
      expect(plainTextOf(await findSheet())).not.toContain('could not be loaded'),
    );
  });

  it('has no verdict if changes in what was measured could not be loaded', async () => {
    serve();
    world.override(
      http.get(
        '*/sightline/v1/sites/:siteId/reports/counts',
        () => new HttpResponse('', { status: 400 }),
      ),
    );
    open('', ['counts']);
    const text = plainTextOf(await findSheet());
    expect(
      screen.getByText(
        /^Could not load: how often brands are named first, the changes in what was measured, the number of answers\./,
      ),
    ).toBeTruthy();
    expect(text).toContain('+10.0 pt');
    expect(text).toContain('Some comparisons could not be loaded.');
    expect(text).not.toContain('Up 10.0 pt: more');
  });

  it('says in its table how often brands are named first in the days in view', async () => {
    serve();
    const startDays: (string | null)[] = [];
    world.override(
      http.get('*/sightline/v1/sites/:siteId/reports/counts', ({ request }) => {
        const start = new URL(request.url).searchParams.get('startDate');
        startDays.push(start);
        const first = start === dayOf(29) ? 1 : 3;
        return HttpResponse.json({
          data: [],
          prompts: null,
          namedFirst: [{ brandId: acme, answers: 4, first }],
          filters: null,
        });
      }),
    );
    open('?range=30d', ['counts']);
    await findSheet();
    const table = within(await screen.findByRole('table', { name: /^Visibility by brand/ }));
    const headings = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const row = within(table.getAllByRole('row')[1] as HTMLElement);
    const column = headings.indexOf('Named first');
    expect(row.getAllByRole('cell')[column - 1]?.textContent).toBe('25.0%');
    expect(new Set(startDays).size).toBe(2);
  });

  it('keeps the choice of all dates when another metric is chosen', async () => {
    const queries = serve();
    const { address } = open('?dates=all');
    await findSheet();
    expect(queries[0]?.get('startDate')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Sentiment' }));
    await waitFor(() => expect(address()).toContain('metric=sentiment'));
    expect(address()).toContain('dates=all');
  });
});

describe('the bar above a report', () => {
  it('reorders and leaves out sections by keyboard, and keeps the choice in the address', async () => {
    serve();
    const { address } = open();
    await findSheet();
    screen.getByRole('button', { name: 'Sections' }).focus();
    await userEvent.keyboard('{Enter}');
    const getUpButton = () => screen.getByRole('button', { name: 'Move Chart up' });
    getUpButton().focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(getUpButton()));
    await userEvent.keyboard('{Enter}');
    await waitFor(async () => expect((await findHeadings())[1]).toBe('Visibility by brand'));
    // At the top, focus moves to the only button of the section that is still enabled.
    const down = screen.getByRole('button', { name: 'Move Chart down' });
    await waitFor(() => expect(document.activeElement).toBe(down));
    screen.getByRole('checkbox', { name: 'What moved' }).focus();
    await userEvent.keyboard(' ');
    await waitFor(async () => expect(await findHeadings()).not.toContain('What moved'));
    expect(address()).toMatch(/sections=chart&sections=headline&sections=table/);
  });

  it('adds an introduction as plain text, and keeps it in the address', async () => {
    serve();
    const { address } = open();
    await findSheet();
    await userEvent.click(screen.getByRole('button', { name: 'Introduction' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Introduction' }), 'Dear <b>all</b>');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(async () => expect(plainTextOf(await findSheet())).toContain('Dear <b>all</b>'));
    expect(new URLSearchParams(address().split('?')[1]).get('intro')).toBe('Dear <b>all</b>');
  });

  it('keeps a typed introduction after Escape until it is applied or cancelled', async () => {
    serve();
    open();
    await findSheet();
    const findField = () =>
      screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Introduction' });
    const button = screen.getByRole('button', { name: 'Introduction' });
    await userEvent.click(button);
    await userEvent.type(await findField(), 'Half a thought{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Introduction' })).toBeNull();
    await userEvent.click(button);
    expect((await findField()).value).toBe('Half a thought');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(button);
    expect((await findField()).value).toBe('');
  });

  it('cuts an introduction at the stated length, counting an emoji as one character', async () => {
    serve();
    open();
    await findSheet();
    await userEvent.click(screen.getByRole('button', { name: 'Introduction' }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Introduction' });
    await userEvent.click(field);
    await userEvent.paste('🙂'.repeat(2_001));
    expect(field.value).toBe('🙂'.repeat(2_000));
    expect(screen.getByText(/up to 2,000 characters/)).toBeTruthy();
  });

  it('prints the report, with a footer that says whose figures these are', async () => {
    serve();
    const print = vi.fn();
    vi.stubGlobal('print', print);
    open();
    await findSheet();
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    const footer = document.documentElement.style.getPropertyValue('--report-foot');
    expect(footer).toMatch(/^"Acme · Visibility · .*"$/);
    cleanup();
    expect(document.documentElement.style.getPropertyValue('--report-foot')).toBe('');
  });
});
