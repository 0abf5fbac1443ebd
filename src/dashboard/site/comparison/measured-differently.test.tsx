import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import {
  changeIndex,
  countsPath,
  countsWith,
  growingPromptCount,
  newRulesAt,
  respondWithTimeline,
  type SeriesByGrouping,
  scansPath,
  scansWith,
  seriesByGrouping,
  timelinesPath,
  unchangedSeries,
  withNewModel,
} from '../../../../tests/setup/changing-site.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();

const serve = (series: SeriesByGrouping = seriesByGrouping) =>
  world.override(
    http.get(timelinesPath, ({ request }) =>
      respondWithTimeline(new URL(request.url).searchParams, series),
    ),
  );

const normaliseSpaces = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ').trim();
const february = '?startDate=2026-02-01&endDate=2026-02-28';
const open = (search: string, capabilities: string[] = [], page = 'timeline') =>
  openDashboard(`/sites/${measured.siteId}/${page}${search}`, {
    ...world.signedIn('agency'),
    capabilities,
  });
const readVerdictCell = async (label: string) => {
  const table = await screen.findByRole('table', { name: /as a table$/ });
  const row = within(table).getByRole('row', { name: new RegExp(label) });
  return normaliseSpaces(within(row).getAllByRole('cell')[3]?.textContent);
};
const realVerdict = 'Up 10.0 pt: more than the usual scatter';
const platformAdded = 'Measured differently since Feb 12: Perplexity added';
const promptsAdded = 'Measured differently since Feb 12: 12 prompts added';
/** Waits until a row has a verdict, and returns it. */
const findVerdict = async (label: string) => {
  await waitFor(async () => expect(await readVerdictCell(label)).not.toBe(''));
  return readVerdictCell(label);
};

describe('a comparison across the addition of a platform', () => {
  it('shows the addition in place of every verdict on a brand, and lists no brand that moved', async () => {
    serve();
    open(february);
    expect(await findVerdict('Acme')).toBe(platformAdded);
    expect(await findVerdict('Beta')).toBe(platformAdded);
    const moved = within(await screen.findByRole('region', { name: 'What moved' }));
    const links = await moved.findAllByRole('link');
    expect(links.map(({ textContent }) => normaliseSpaces(textContent))).toEqual([
      'On ChatGPT, Acme: up 10.0 pt',
    ]);
    // In the strip, and once for each row.
    expect(screen.getAllByText(platformAdded).length).toBe(3);
    expect(screen.queryByText(realVerdict)).toBeNull();
  });

  it('keeps the verdict of another platform', async () => {
    serve();
    open(`${february}&groupBy=platform`);
    expect(await findVerdict('ChatGPT')).toBe(realVerdict);
    expect(await screen.findByText(platformAdded)).toBeTruthy();
  });

  it('shows a new region but not the new platform in the row of another platform', async () => {
    serve({
      ...seriesByGrouping,
      region: [
        ['DE', 'Germany', 30, 0],
        ['FR', 'France', 30, changeIndex],
      ],
    });
    open(`${february}&groupBy=platform`);
    expect(await findVerdict('ChatGPT')).toBe('Measured differently since Feb 12: France added');
    expect(
      await screen.findByText(
        'Measured differently since Feb 12: Perplexity added and 1 more change',
      ),
    ).toBeTruthy();
    expect(
      await screen.findByText(/^The periods were measured differently, so real moves cannot/),
    ).toBeTruthy();
  });

  it('looks for new platforms by visibility, since answers without a mention have no sentiment', async () => {
    world.override(
      http.get(timelinesPath, ({ request }) => {
        const query = new URL(request.url).searchParams;
        // In the report of sentiment, Perplexity is added on 12 February; in that of visibility, no platform is added.
        return respondWithTimeline(
          query,
          query.get('metric') === 'sentiment' ? seriesByGrouping : unchangedSeries,
        );
      }),
    );
    open(`${february}&metric=sentiment`);
    expect(await findVerdict('Acme')).toMatch(/^Up 10\.0: more than the usual scatter$/);
  });

  it('shows no verdict until it is known what was measured', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        const query = new URL(request.url).searchParams;
        if (query.get('groupBy') === 'platform') await promise;
        return respondWithTimeline(query, seriesByGrouping);
      }),
    );
    open(february);
    await screen.findByText('Comparing brands, platforms and regions…');
    expect(await readVerdictCell('Acme')).toBe('');
    expect(screen.queryByText(/usual scatter$/, { selector: 'td *, dd *' })).toBeNull();
    resolve();
    expect(await findVerdict('Acme')).toBe(platformAdded);
  });

  it('shows verdicts if the report by platform cannot be loaded', async () => {
    world.override(
      http.get(timelinesPath, ({ request }) => {
        const query = new URL(request.url).searchParams;
        return query.get('groupBy') === 'platform'
          ? HttpResponse.json({}, { status: 403 })
          : respondWithTimeline(query, seriesByGrouping);
      }),
    );
    open(february);
    expect(await findVerdict('Acme')).toBe(realVerdict);
  });
});

describe('the matrix across the addition of a platform', () => {
  it('shows the addition in a region’s total, but keeps the verdicts in another platform’s cell and total', async () => {
    serve();
    open(february, [], 'matrix');
    const grid = await screen.findByRole('grid');
    const linkTextAt = (row: RegExp, column: number) => {
      const link = within(within(grid).getByRole('row', { name: row })).getAllByRole('link')[
        column
      ];
      return normaliseSpaces(link?.textContent);
    };
    await waitFor(() => expect(linkTextAt(/^All platforms/, 0)).toContain(platformAdded));
    // The cell in Germany, and the platform’s total.
    expect(linkTextAt(/^ChatGPT/, 0)).toContain(realVerdict);
    expect(linkTextAt(/^ChatGPT/, 1)).toContain(realVerdict);
    // The region’s total, and the total of all.
    expect(within(grid).getAllByText('≠').length).toBe(2);
  });
});

describe('a comparison across the addition of prompts', () => {
  it.each([
    ['brand', 'Acme'],
    ['platform', 'ChatGPT'],
    ['region', 'Germany'],
  ])('shows the addition in a report by %s if the service lists scans', async (groupBy, label) => {
    serve(unchangedSeries);
    world.override(http.get(scansPath, () => HttpResponse.json(scansWith(growingPromptCount))));
    open(`${february}&groupBy=${groupBy}`, ['scans']);
    expect(await findVerdict(label)).toBe(promptsAdded);
  });

  it('marks every cell of the matrix, and says below what the mark means', async () => {
    serve(unchangedSeries);
    world.override(http.get(scansPath, () => HttpResponse.json(scansWith(growingPromptCount))));
    open(february, ['scans'], 'matrix');
    const grid = await screen.findByRole('grid');
    await waitFor(() =>
      // The inner cell, the platform’s total, the region’s, and the total of all.
      expect(within(grid).getAllByText('≠').length).toBe(4),
    );
    for (const link of within(grid).getAllByRole('link', { name: /Measured differently/ })) {
      expect(normaliseSpaces(link.textContent)).toContain(promptsAdded);
    }
    expect(within(grid).queryByText('real')).toBeNull();
    expect(screen.getByText('≠ measured differently')).toBeTruthy();
  });

  it('ignores prompts that are added outside the chosen category', async () => {
    serve(unchangedSeries);
    world.override(
      http.get(scansPath, () => HttpResponse.json(scansWith(growingPromptCount))),
      http.get(countsPath, ({ request }) => {
        const isChosen = new URL(request.url).searchParams.get('category') === 'shoes';
        return HttpResponse.json(countsWith(100, isChosen ? () => 20 : growingPromptCount));
      }),
    );
    open(`${february}&category=shoes`, ['scans', 'counts']);
    expect(await findVerdict('Acme')).toBe(realVerdict);
  });

  it.each(['category=shoes', 'brandMention=mentions_tracked_brand'])(
    'finds the addition in the counts of answers filtered by %s',
    async (filter) => {
      serve(unchangedSeries);
      world.override(
        http.get(countsPath, () => HttpResponse.json(countsWith(100, growingPromptCount))),
      );
      open(`${february}&${filter}`, ['counts']);
      expect(await findVerdict('Acme')).toBe(promptsAdded);
    },
  );
});

describe('a comparison across a change of the rules that find names', () => {
  const steadyPromptCount = () => 60;
  const rulesChanged = 'Measured differently since Feb 12: names found by new rules';
  const serveRules = (rulesAt?: (index: number) => number | null) => {
    serve(unchangedSeries);
    world.override(
      http.get(scansPath, () => HttpResponse.json(scansWith(steadyPromptCount, rulesAt))),
    );
  };

  it.each([
    ['brand', 'Acme', ''],
    ['platform', 'ChatGPT', ''],
    ['region', 'Germany', ''],
    ['brand', 'Acme', '&category=shoes'],
    ['platform', 'ChatGPT', '&region=DE'],
  ])('shows the change in a report by %s of %s%s', async (groupBy, label, filter) => {
    serveRules(newRulesAt);
    open(`${february}&groupBy=${groupBy}${filter}`, ['scans']);
    expect(await findVerdict(label)).toBe(rulesChanged);
  });

  it('marks the scan above the chart', async () => {
    serveRules(newRulesAt);
    open(february, ['scans']);
    const marker = await screen.findByRole('button', { name: /^1 measurement change, Feb 12$/ });
    const description = document.getElementById(marker.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Feb 12: names found by new rules');
  });

  it('names the change with another one at the same scan', async () => {
    serve();
    world.override(
      http.get(scansPath, () => HttpResponse.json(scansWith(growingPromptCount, newRulesAt))),
    );
    open(february, ['scans']);
    expect(await findVerdict('Acme')).toBe(`${promptsAdded} and 1 more change`);
  });

  it.each([
    ['does not say by which rules', undefined],
    ['used the same rules throughout', () => 2],
    ['used rules from February 12 on only', (index) => (index < changeIndex ? null : 2)],
  ] satisfies [string, ((index: number) => number | null) | undefined][])(
    'shows a verdict if the service %s',
    async (_, rulesAt) => {
      for (const filter of ['', '&category=shoes']) {
        serveRules(rulesAt);
        const { unmount } = open(february + filter, ['scans']);
        expect(await findVerdict('Acme')).toBe(realVerdict);
        unmount();
      }
    },
  );

  it.each([
    ['fails', () => HttpResponse.json({}, { status: 403 })],
    ['does not arrive', () => new Promise<never>(() => {})],
  ])('shows other changes in filtered answers if the list of scans %s', async (_, resolver) => {
    serve();
    world.override(http.get(scansPath, resolver));
    open(`${february}&category=shoes`, ['scans']);
    await waitFor(async () => expect(await readVerdictCell('Acme')).toBe(platformAdded), {
      timeout: 10_000,
    });
  });
});

describe('a comparison finds changes in the reports if the list of scans', () => {
  it.each([
    ['fails', () => HttpResponse.json({}, { status: 500 })],
    ['is refused', () => HttpResponse.json({}, { status: 403 })],
    ['is malformed', () => HttpResponse.json({ data: 'none' })],
    ['is empty', () => HttpResponse.json({ data: [], nextCursor: null })],
    ['does not arrive', () => new Promise<never>(() => {})],
    [
      'never ends',
      () => HttpResponse.json({ ...scansWith(growingPromptCount), data: [], nextCursor: 'again' }),
    ],
  ])('%s', { timeout: 20_000 }, async (_, resolver) => {
    serve();
    world.override(http.get(scansPath, resolver));
    open(february, ['scans']);
    await waitFor(async () => expect(await readVerdictCell('Acme')).toBe(platformAdded), {
      timeout: 10_000,
    });
  });
});

describe('a comparison across a change of a platform’s model', () => {
  const bothPlatforms: SeriesByGrouping = {
    ...seriesByGrouping,
    platform: [
      ['chatgpt_app', 'ChatGPT', 30, 0],
      ['perplexity_app', 'Perplexity', 30, 0],
    ],
  };
  const twoPlatforms = ['chatgpt_app', 'perplexity_app'];
  const twelvePlatforms = [...twoPlatforms, ...Array.from({ length: 10 }, (_, n) => `other ${n}`)];
  const modelChanged = 'Measured differently since Feb 12: ChatGPT: gpt-6-sol → gpt-6.1-sol';
  const serveModels = (platforms: readonly string[], series = bothPlatforms) => {
    serve(series);
    world.override(
      http.get(scansPath, () =>
        HttpResponse.json(
          withNewModel(
            scansWith(() => 60),
            platforms,
          ),
        ),
      ),
    );
  };

  it('leaves that platform without a verdict, but not the others', async () => {
    serveModels(twoPlatforms);
    open(`${february}&groupBy=platform`, ['scans']);
    expect(await findVerdict('ChatGPT')).toBe(modelChanged);
    expect(await findVerdict('Perplexity')).toBe(realVerdict);
    const moved = within(await screen.findByRole('region', { name: 'What moved' }));
    const links = await moved.findAllByRole('link');
    expect(links.map(({ textContent }) => normaliseSpaces(textContent))).toEqual([
      'On Perplexity, Acme: up 10.0 pt',
    ]);
  });

  it('leaves a brand without a verdict if the platform could have moved it by as much', async () => {
    serveModels(twoPlatforms);
    open(february, ['scans']);
    expect(await findVerdict('Acme')).toBe(modelChanged);
  });

  it('is named beside the verdict on a brand if the platform could not have moved it by as much', async () => {
    serveModels(twelvePlatforms);
    open(february, ['scans']);
    expect(await findVerdict('Acme')).toBe(
      `${realVerdict}, although ChatGPT changed its model on Feb 12`,
    );
  });

  it('does not matter if filters leave that platform out', async () => {
    serveModels(twoPlatforms, {
      ...bothPlatforms,
      platform: [['perplexity_app', 'Perplexity', 30, 0]],
    });
    open(`${february}&platform=perplexity_app`, ['scans']);
    expect(await findVerdict('Acme')).toBe(realVerdict);
  });

  it('is marked above the chart', async () => {
    serveModels(twoPlatforms);
    open(february, ['scans']);
    const marker = await screen.findByRole('button', { name: /^1 measurement change, Feb 12$/ });
    const description = document.getElementById(marker.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Feb 12: ChatGPT: gpt-6-sol → gpt-6.1-sol');
  });

  it('leaves only the cells and totals of the matrix that include the platform without a verdict', async () => {
    serveModels(twoPlatforms);
    open(february, ['scans'], 'matrix');
    const grid = await screen.findByRole('grid');
    const textsIn = (row: RegExp) =>
      within(within(grid).getByRole('row', { name: row }))
        .getAllByRole('link')
        .map(({ textContent }) => normaliseSpaces(textContent));
    await waitFor(() => expect(textsIn(/^ChatGPT/)[0]).toContain(modelChanged));
    for (const text of textsIn(/^ChatGPT/)) expect(text).toContain(modelChanged);
    for (const text of textsIn(/^Perplexity/)) expect(text).toContain(realVerdict);
    expect(textsIn(/^All platforms/)[0]).toContain(modelChanged);
  });
});
