import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { measured, moreSites, unknownId, uuid } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { createFakeScans, scanHandlers } from '../../../../tests/setup/fake-scans.ts';
import { scopesWithout } from '../../../../tests/setup/key-scopes.ts';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { lineIn, strokesOf } from '../../../../tests/setup/strokes.ts';
import { problemMediaType, problemTypes } from '../../../contract/problem.ts';
import { scansScope } from '../../../contract/scopes.ts';

setUpBrowser();
const world = setUpService();

const timelinesPath = '*/v1/sites/:siteId/reports/timeline';
const acme = uuid(0x901);
const beta = uuid(0x902);

const seriesOf = (key: string, label: string, values: readonly (number | null)[]) => ({
  key,
  label,
  points: values.map((value, index) => ({
    date: `2026-01-0${index + 1}`,
    completedAt: `2026-01-0${index + 1}T22:30:00Z`,
    value,
    scanId: uuid(0x910 + index),
  })),
});

/** Responds with a report by brand. The requested metric determines the latest value of Acme. */
function reportOf(request: Request) {
  const metric = new URL(request.url).searchParams.get('metric') ?? 'visibility';
  const top = { visibility: 70.123, shareOfVoice: 33, sentiment: -40.5, gap: 29.877 }[metric] ?? 1;
  return HttpResponse.json({
    metric,
    groupBy: 'brand',
    brand: { id: acme, name: 'Acme' },
    series: [
      seriesOf(acme, 'Acme', [10, 20, null, 40, null, top]),
      seriesOf(beta, 'Beta', [5, 6, 7, 8, 9, null]),
    ],
    filters: { platform: [], region: [], startDate: null, endDate: null },
  });
}
const serveInventedReports = () =>
  world.override(http.get(timelinesPath, ({ request }) => reportOf(request)));

const open = (search = '', siteId: string = measured.siteId) =>
  openAllDates(`/sites/${siteId}/timeline`, search, world.signedIn('agency'));
const findChart = async (name: string) => {
  const figure = await screen.findByRole('figure', { name });
  await within(figure).findByRole('slider');
  return figure;
};
const findTable = (name: string) => screen.findByRole('table', { name: `${name}, as a table` });
const findSeries = (key: string) => document.querySelector(`[data-series="${key}"]`);
const cellsOf = async (label: string) => {
  const row = within(await findTable('Visibility by brand')).getByRole('row', {
    name: new RegExp(label),
  });
  return within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
};

describe('the timeline', () => {
  it('shows every brand that the service returns, with its evidence', async () => {
    const response = await world.send(`/v1/sites/${measured.siteId}/reports/timeline`, 'agency');
    const { series } = await response.json();
    open();
    const rows = within(await findTable('Visibility by brand'));
    await findChart('Visibility by brand');
    for (const { key, label, points } of series) {
      const evidenceCount = points.filter(
        ({ value }: { value: number | null }) => value !== null,
      ).length;
      const row = within(rows.getByRole('row', { name: new RegExp(label) }));
      expect(row.getByText(`${evidenceCount} of ${points.length}`)).toBeTruthy();
      expect(findSeries(key)).not.toBeNull();
    }
  });

  it('breaks lines where there is no evidence, and draws a lone point as a dot', async () => {
    serveInventedReports();
    open();
    await findChart('Visibility by brand');
    expect(strokesOf(lineIn(findSeries(acme))).map((points) => points.length)).toEqual([2]);
    const dots = document.querySelector(`path[data-dots="${acme}"]`)?.getAttribute('d') ?? '';
    expect(strokesOf(dots).map((points) => points.length)).toEqual([1, 1]);
    expect(strokesOf(lineIn(findSeries(beta))).map((points) => points.length)).toEqual([5]);
  });

  it('shows the latest value, change, median and evidence, or “no evidence” in place of a missing value', async () => {
    serveInventedReports();
    open('?zone=UTC');
    expect((await cellsOf('Acme')).slice(0, 4)).toEqual(['70.1%', '–', '30.0%', '4 of 6']);
    expect((await cellsOf('Beta')).slice(0, 4)).toEqual([
      expect.stringMatching(/^no evidence9\.0% on .*5/),
      '–',
      '7.0%',
      '5 of 6',
    ]);
    expect(screen.getByText('Acme, latest scan').parentElement?.textContent).toContain('70.1%');
    expect(screen.getByText('1st of 1')).toBeTruthy();
  });

  it('keeps the metric and grouping in the address, and Back restores the previous ones', async () => {
    const user = userEvent.setup();
    const { address, router } = open();
    await findChart('Visibility by brand');
    await user.click(screen.getByRole('radio', { name: 'Share of voice' }));
    await findChart('Share of voice by brand');
    await user.click(screen.getByRole('radio', { name: 'Region' }));
    await findChart('Share of voice by region');
    expect(address()).toBe(`/sites/${measured.siteId}/timeline?metric=shareOfVoice&groupBy=region`);
    router.history.back();
    router.history.back();
    await findChart('Visibility by brand');
    expect(screen.getByRole('radio', { name: 'Visibility', checked: true })).toBeTruthy();
  });

  it('says that a rank is among the chosen brands', async () => {
    serveInventedReports();
    open(`?brand=${acme}`);
    await findChart('Visibility by brand');
    expect(screen.getByText('brands chosen')).toBeTruthy();
    expect(screen.queryByText('brands measured')).toBeNull();
  });

  it('assumes the requested metric and grouping if the service does not return them', async () => {
    world.override(
      http.get(timelinesPath, () =>
        HttpResponse.json({ series: [seriesOf('chatgpt_app', 'ChatGPT', [10, 20])] }),
      ),
    );
    open('?metric=gap&groupBy=platform');
    await findChart('Gap by platform');
    expect(screen.getByText('ChatGPT, latest scan').parentElement?.textContent).toContain('20.0%');
    expect(screen.queryByText(/^Requested/)).toBeNull();
  });

  it('leaves no previous search in the router’s cache', async () => {
    const user = userEvent.setup();
    serveInventedReports();
    const { router, address } = open();
    await findChart('Visibility by brand');
    for (const name of ['Gap', 'Sentiment', 'Share of voice']) {
      await user.click(screen.getByRole('radio', { name }));
      await findTable(`${name} by brand`);
    }
    expect(address()).toContain('metric=shareOfVoice');
    const cachedIds: string[] = [];
    router.clearCache({ filter: ({ id }) => cachedIds.push(id) === 0 });
    expect(cachedIds).toEqual([]);
  });

  it('changes its figures with the metric', async () => {
    const user = userEvent.setup();
    serveInventedReports();
    open();
    await findChart('Visibility by brand');
    await user.click(screen.getByRole('radio', { name: 'Gap' }));
    await findTable('Gap by brand');
    const readLatest = () => screen.getByText('Acme, latest scan').parentElement?.textContent;
    expect(readLatest()).toContain('29.9%');
    // Older scans of some services have sentiments from −100 to 100.
    await user.click(screen.getByRole('radio', { name: 'Sentiment' }));
    const sentiment = await findChart('Sentiment by brand');
    expect(readLatest()).toContain('−40.5');
    expect(within(sentiment).getByText('−60')).toBeTruthy();
  });

  it.each([
    [1, '1 point has no readable date and is not shown.'],
    [2, '2 points have no readable date and are not shown.'],
  ])(
    'counts the points that are not shown because they have no readable date: %i',
    async (count, text) => {
      const bare = Array.from({ length: count }, () => ({ date: 'soon', value: 1, scanId: null }));
      const { points, ...series } = seriesOf(acme, 'Acme', [1, 2]);
      world.override(
        http.get(timelinesPath, () =>
          HttpResponse.json({
            metric: 'visibility',
            groupBy: 'brand',
            brand: { id: acme, name: 'Acme' },
            series: [{ ...series, points: [...points, ...bare] }],
          }),
        ),
      );
      open();
      expect(await screen.findByText(text)).toBeTruthy();
    },
  );

  it('names the invalid parameters removed from an address, and applies the others', async () => {
    open('?metric=fame&zone=Europe/Atlantis&groupBy=platform');
    await findChart('Visibility by platform');
    expect(screen.getByText(/invalid values: metric, zone\./)).toBeTruthy();
  });

  it('says where a scan of unknown time is drawn, and draws it there', async () => {
    const user = userEvent.setup();
    world.override(
      http.get(timelinesPath, () =>
        HttpResponse.json({
          metric: 'visibility',
          groupBy: 'brand',
          brand: { id: acme, name: 'Acme' },
          series: [
            {
              key: acme,
              label: 'Acme',
              points: [
                { date: '2026-01-01', completedAt: '2026-01-01T22:30:00Z', value: 1, scanId: 'a' },
                { date: '2026-01-04', completedAt: null, value: 2, scanId: 'b' },
                { date: '2026-01-07', completedAt: '2026-01-06T23:00:00Z', value: 3, scanId: 'c' },
              ],
            },
          ],
        }),
      ),
    );
    open('?zone=Pacific/Auckland');
    const figure = await findChart('Visibility by brand');
    expect(figure.textContent).toContain(
      'Time unknown for 1 of 3 scans: drawn at noon in Pacific/Auckland on its UTC date',
    );
    // In Auckland, the axis runs from 11:30 on the 2nd to noon on the 7th (120.5 h), and noon on the 4th is 48.5 h in.
    const plot = screen.getByRole('slider');
    plot.focus();
    await user.keyboard('{Home}{ArrowRight}');
    const start = Number.parseFloat(plot.style.left);
    const at = Number(figure.querySelector('[class*="cross"] line')?.getAttribute('x1'));
    expect((at - start) / Number.parseFloat(plot.style.width)).toBeCloseTo(48.5 / 120.5, 6);
  });

  it('shows every point on demand, as precisely as the latest value', async () => {
    const user = userEvent.setup();
    serveInventedReports();
    open('?zone=Pacific/Auckland');
    await user.click(
      within(await findTable('Visibility by brand')).getByRole('button', { name: 'Acme' }),
    );
    const points = within(screen.getByRole('table', { name: 'Every point of Acme' }));
    expect(points.getByText('70.1%')).toBeTruthy();
    expect(points.getAllByText('no evidence')).toHaveLength(2);
    // Half past ten in the evening in UTC is the next morning in Auckland.
    const [, newest, ...older] = points.getAllByRole('row');
    expect(older).toHaveLength(5);
    expect(newest?.textContent).toMatch(/7.*11:30.*6/);
  });

  it('shows every point of a long series on demand, and focuses the first one added', async () => {
    const user = userEvent.setup();
    const points = Array.from({ length: 40 }, (_, index) => ({
      date: new Date(Date.UTC(2026, 0, index + 1)).toISOString().slice(0, 10),
      value: index,
      scanId: uuid(0x910 + index),
    }));
    world.override(
      http.get(timelinesPath, () =>
        HttpResponse.json({
          metric: 'visibility',
          groupBy: 'brand',
          brand: { id: acme, name: 'Acme' },
          series: [{ key: acme, label: 'Acme', points }],
        }),
      ),
    );
    open();
    await user.click(
      within(await findTable('Visibility by brand')).getByRole('button', { name: 'Acme' }),
    );
    await user.click(screen.getByRole('button', { name: 'Show all 40 points' }));
    const [, ...rows] = within(
      screen.getByRole('table', { name: 'Every point of Acme' }),
    ).getAllByRole('row');
    expect(rows).toHaveLength(40);
    expect(document.activeElement?.closest('tr')).toBe(rows[30]);
  });

  it('sorts its table by a figure, in either direction', async () => {
    const user = userEvent.setup();
    serveInventedReports();
    open();
    const rows = within(await findTable('Visibility by brand'));
    const readOrder = () => rows.getAllByRole('rowheader').map((header) => header.textContent);
    expect(readOrder()).toEqual(['Acmetracked', 'Beta']);
    await user.click(rows.getByRole('button', { name: 'Evidence' }));
    expect(readOrder()).toEqual(['Beta', 'Acmetracked']);
    await user.click(rows.getByRole('button', { name: 'Evidence' }));
    expect(readOrder()).toEqual(['Acmetracked', 'Beta']);
    const header = rows.getByRole('columnheader', { name: 'Evidence' });
    expect(header.getAttribute('aria-sort')).toBe('ascending');
  });
});

describe('the chart', () => {
  it('can be read scan by scan with the keyboard, and announces each scan', async () => {
    const user = userEvent.setup();
    serveInventedReports();
    open('?zone=Pacific/Auckland');
    await findChart('Visibility by brand');
    const announced = () => document.querySelector('[aria-live="polite"]')?.textContent;
    screen.getByRole('slider').focus();
    await user.keyboard('{Home}');
    expect(announced()).toMatch(/2.*11:30.*Auckland.*1.*\(UTC\)\. Acme 10\.0%, Beta 5\.0%\./);
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(announced()).toMatch(/Beta 7\.0%, Acme no evidence\.$/);
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('Scan 3 of 6');
    await user.keyboard('{End}{ArrowLeft}');
    expect(announced()).toMatch(/Beta 9\.0%, Acme no evidence\.$/);
  });

  it('says that every line is hidden, and has a button that shows them all again', async () => {
    const user = userEvent.setup();
    serveInventedReports();
    const { address } = open();
    await findChart('Visibility by brand');
    await user.click(screen.getByRole('button', { name: /Acme/, pressed: true }));
    await waitFor(() => expect(findSeries(acme)).toBeNull());
    await user.click(screen.getByRole('button', { name: /Beta/, pressed: true }));
    expect(await screen.findByText('Every line is hidden.')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
    expect(document.querySelector('figure svg.recharts-surface')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(findSeries(acme)).not.toBeNull());
    expect(findSeries(beta)).not.toBeNull();
    expect(screen.queryByText(/lines are hidden/)).toBeNull();
    expect(address()).toBe(`/sites/${measured.siteId}/timeline`);
    expect(document.activeElement).not.toBe(document.body);
  });

  it.each([
    [[50, 52, 51], / · The axis starts at 45\.0%, not at zero$/],
    [[-50, -52, -51], / · The axis ends at −45\.0%, not at zero$/],
    [[0, 52, 51], /^Times in UTC · Values: latest scan$/],
  ])('says where an axis starts or ends unless it includes zero: %j', async (values, expected) => {
    world.override(
      http.get(timelinesPath, () =>
        HttpResponse.json({
          metric: 'visibility',
          groupBy: 'brand',
          brand: { id: acme, name: 'Acme' },
          series: [seriesOf(acme, 'Acme', values)],
          filters: { platform: [], region: [], startDate: null, endDate: null },
        }),
      ),
    );
    open('?zone=UTC');
    await findChart('Visibility by brand');
    await waitFor(() =>
      expect(document.querySelector('figcaption')?.textContent).toMatch(expected),
    );
  });

  it('can be reached by a link that skips filters and controls', async () => {
    const user = userEvent.setup();
    serveInventedReports();
    const { address } = open();
    await findChart('Visibility by brand');
    const slider = await screen.findByRole('slider');
    const link = screen.getByRole('link', { name: 'Skip to chart' });
    const filters = screen.getByRole('complementary', { name: 'Filters' });
    expect(link.compareDocumentPosition(filters)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const before = address();
    link.focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(slider);
    expect(address()).toBe(before);
    await user.keyboard('{Home}');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
  });

  it('hides a series or shows it again when its label is clicked, and keeps the choice in the address', async () => {
    const user = userEvent.setup();
    serveInventedReports();
    const { address } = open();
    await findChart('Visibility by brand');
    await user.click(screen.getByRole('button', { name: /Beta/, pressed: true }));
    await waitFor(() => expect(findSeries(beta)).toBeNull());
    expect(address()).toContain(`?hide=${beta}`);
    const label = screen.getByRole('button', { name: 'Beta', pressed: false });
    expect(document.activeElement).toBe(label);
    await user.click(label);
    await waitFor(() => expect(findSeries(beta)).not.toBeNull());
    expect(address()).not.toContain('hide');
  });

  it('shows a series in the same colour, whichever brands are chosen', async () => {
    const options = { brands: [acme, beta].map((id) => ({ id, label: id })) };
    world.override(
      http.get('*/v1/sites/:siteId/filters', () => HttpResponse.json(options)),
      http.get(timelinesPath, ({ request }) =>
        HttpResponse.json({
          metric: 'visibility',
          groupBy: 'brand',
          brand: { id: acme, name: 'Acme' },
          series: [
            ...(request.url.includes('brand=') ? [] : [seriesOf(acme, 'Acme', [1, 2])]),
            seriesOf(beta, 'Beta', [3, 4]),
          ],
        }),
      ),
    );
    const findColour = async () => {
      await findChart('Visibility by brand');
      await screen.findByRole('button', { name: /^Brands/ });
      return findSeries(beta)?.closest('[stroke]')?.getAttribute('stroke');
    };
    open();
    const first = await findColour();
    cleanup();
    open(`?brand=${beta}`);
    expect(await findColour()).toBe(first);
    expect(first).toMatch(/^var\(--series-/);
  });
});

describe('the subject of the page', () => {
  /** Serves a report of a brand by platform or region. */
  const serveBrandReport = (brand: { id: string; name: string | null } | null, groupBy: string) =>
    world.override(
      http.get(timelinesPath, () =>
        HttpResponse.json({
          metric: 'gap',
          groupBy,
          brand,
          series: [seriesOf('one', 'First', [10, 20]), seriesOf('two', 'Second', [10, 19])],
        }),
      ),
    );

  it.each(['platform', 'region'])(
    'is named in the heading, figures and table of a report by %s',
    async (groupBy) => {
      serveBrandReport({ id: beta, name: 'Beta' }, groupBy);
      open(`?metric=gap&groupBy=${groupBy}&brandId=${beta}`);
      const figure = await findChart(`Gap by ${groupBy}`);
      const heading = within(figure).getByRole('heading', { level: 2 });
      expect(heading.textContent).toBe(`Beta · Gap by ${groupBy}`);
      expect(screen.getByText('Beta · highest at the latest scan: First')).toBeTruthy();
      const title = (await findTable(`Gap by ${groupBy}`)).querySelector('caption');
      expect(title?.textContent).toBe(`Beta · Gap by ${groupBy}`);
    },
  );

  it('does not reorder the words around it if it is written from right to left', async () => {
    serveBrandReport({ id: beta, name: 'תנובה' }, 'platform');
    open(`?metric=gap&groupBy=platform&brandId=${beta}`);
    await findChart('Gap by platform');
    expect(screen.getByText('\u2068תנובה\u2069 · highest at the latest scan: First')).toBeTruthy();
  });

  it('leaves the direction of “and others” to the page, whatever that of the name', async () => {
    world.override(
      http.get(timelinesPath, () =>
        HttpResponse.json({
          metric: 'visibility',
          groupBy: 'brand',
          brand: { id: acme, name: 'תנובה' },
          series: [acme, beta].map((key) => seriesOf(key, 'Some brand', [1, 2])),
        }),
      ),
    );
    open();
    const figure = await findChart('Visibility by brand');
    const heading = within(figure).getByRole('heading', { level: 2 });
    expect(heading.textContent).toBe('\u2068תנובה\u2069 and others · Visibility by brand');
    // The direction of such an element is that of its first letter, even of an isolated one.
    expect(heading.querySelector('bdi, [dir="auto"]')).toBeNull();
  });

  it('is the ID of a brand without a name, and empty if the report has no brand', async () => {
    serveBrandReport({ id: beta, name: null }, 'platform');
    open('?metric=gap&groupBy=platform');
    const titleOf = (figure: HTMLElement) =>
      within(figure).getByRole('heading', { level: 2 }).textContent;
    expect(titleOf(await findChart('Gap by platform'))).toBe(`${beta} · Gap by platform`);
    cleanup();
    serveBrandReport(null, 'platform');
    open('?metric=gap&groupBy=platform');
    expect(titleOf(await findChart('Gap by platform'))).toBe('Gap by platform');
  });

  it.each([
    ['with another brand', [acme, beta], 'Acme and others · Visibility by brand'],
    ['alone', [acme], 'Acme · Visibility by brand'],
    ['not included', [beta], 'Visibility by brand'],
  ])('is the tracked brand in a report by brand, if it is included: %s', async (_, keys, title) => {
    world.override(
      http.get(timelinesPath, () =>
        HttpResponse.json({
          metric: 'visibility',
          groupBy: 'brand',
          brand: { id: acme, name: 'Acme' },
          series: keys.map((key) => seriesOf(key, 'Some brand', [1, 2])),
        }),
      ),
    );
    open();
    const figure = await findChart('Visibility by brand');
    expect(within(figure).getByRole('heading', { level: 2 }).textContent).toBe(title);
  });

  it('is the site in the document’s title, before the chosen metric and grouping', async () => {
    const user = userEvent.setup();
    open();
    await findChart('Visibility by brand');
    expect(document.title).toBe(`${measured.siteId} · Visibility by brand · Sightline`);
    await user.click(screen.getByRole('radio', { name: 'Gap' }));
    await user.click(screen.getByRole('radio', { name: 'Region' }));
    await findChart('Gap by region');
    expect(document.title).toBe(`${measured.siteId} · Gap by region · Sightline`);
  });
});

describe('a loading timeline', () => {
  /** Holds back the responses for one metric until they are released. */
  function holdResponses(metric: string) {
    const gate = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        if (new URL(request.url).searchParams.get('metric') === metric) {
          request.signal.addEventListener('abort', () => aborted.resolve());
          await gate.promise;
        }
        return reportOf(request);
      }),
    );
    return { release: gate.resolve, aborted: aborted.promise };
  }

  it('keeps the old report, marked as such, until the new one replaces it', async () => {
    const user = userEvent.setup();
    const { release } = holdResponses('gap');
    open();
    const old = await findChart('Visibility by brand');
    await user.click(screen.getByRole('radio', { name: 'Gap' }));
    expect(await screen.findByText('Loading a new report')).toBeTruthy();
    expect(old.closest('[data-old]')).not.toBeNull();
    await waitFor(() => expect(old.closest('[data-dim]')).not.toBeNull());
    release();
    expect((await findChart('Gap by brand')).closest('[data-old], [data-dim]')).toBeNull();
  });

  it('does not report chosen platforms as missing until the report filtered by them has loaded', async () => {
    const user = userEvent.setup();
    const gate = Promise.withResolvers<void>();
    const platform = { id: 'claude_api', name: 'Claude API', method: 'api' };
    world.override(
      http.get('*/v1/sites/:siteId/filters', () => HttpResponse.json({ models: [platform] })),
      http.get(timelinesPath, async ({ request }) => {
        if (request.url.includes('claude_api')) await gate.promise;
        return HttpResponse.json({
          metric: 'visibility',
          groupBy: 'platform',
          brand: { id: acme, name: 'Acme' },
          series: [seriesOf('chatgpt_app', 'ChatGPT', [10, 20])],
        });
      }),
    );
    open('?groupBy=platform');
    await findChart('Visibility by platform');
    await user.click(await screen.findByRole('checkbox', { name: 'Claude API' }));
    expect(await screen.findByText('Loading a new report')).toBeTruthy();
    expect(screen.queryByText(/No answers from/)).toBeNull();
    gate.resolve();
    expect(await screen.findByText(/No answers from Claude API/)).toBeTruthy();
  });

  it('aborts a request superseded by a newer choice, and never draws its response', async () => {
    const user = userEvent.setup();
    const { release, aborted } = holdResponses('sentiment');
    open();
    await findChart('Visibility by brand');
    await user.click(screen.getByRole('radio', { name: 'Sentiment' }));
    await user.click(screen.getByRole('radio', { name: 'Gap' }));
    await aborted;
    await findChart('Gap by brand');
    release();
    await delay(0);
    expect(screen.queryByRole('figure', { name: 'Sentiment by brand' })).toBeNull();
  });

  it('does not show the report of one site under the name of another', async () => {
    const gate = Promise.withResolvers<void>();
    serveInventedReports();
    const { router } = open();
    await findChart('Visibility by brand');
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        await gate.promise;
        return reportOf(request);
      }),
    );
    await router.navigate({ to: '/sites/$siteId/timeline', params: { siteId: moreSites.bare } });
    await screen.findByRole('heading', { name: moreSites.bare });
    expect(screen.queryByRole('figure')).toBeNull();
    gate.resolve();
    await findChart('Visibility by brand');
  });
});

describe('a timeline with a failed, refused or empty report', () => {
  it('shows that it is retrying, before the first report and while the previous one is still shown', async () => {
    const user = userEvent.setup();
    const attemptsByMetric = new Map<string, { calls: number; gate: PromiseWithResolvers<void> }>();
    const attemptsOf = (metric: string) => {
      const entry = attemptsByMetric.get(metric) ?? {
        calls: 0,
        gate: Promise.withResolvers<void>(),
      };
      attemptsByMetric.set(metric, entry);
      return entry;
    };
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        const query = new URL(request.url).searchParams;
        // Responds at once to the reports by platform and region, which the page loads in the background.
        if (query.has('groupBy')) return reportOf(request);
        const attempts = attemptsOf(query.get('metric') ?? 'visibility');
        attempts.calls += 1;
        if (attempts.calls === 1) {
          return new HttpResponse(null, { status: 503, headers: { 'Retry-After': '0' } });
        }
        await attempts.gate.promise;
        return reportOf(request);
      }),
    );
    open();
    expect(await screen.findByText('The service is busy. Trying again…')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    attemptsOf('visibility').gate.resolve();
    await findChart('Visibility by brand');
    expect(screen.queryByText(/Trying again/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Gap' }));
    expect(await screen.findByText('The service is busy. Trying again…')).toBeTruthy();
    expect(screen.getByRole('figure', { name: 'Visibility by brand' })).toBeTruthy();
    attemptsOf('gap').gate.resolve();
    await findChart('Gap by brand');
  });

  it('says when the figures still shown were last refreshed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') });
    const user = userEvent.setup();
    let isBroken = false;
    world.override(
      http.get(timelinesPath, ({ request }) =>
        isBroken ? HttpResponse.json({}, { status: 400 }) : reportOf(request),
      ),
    );
    open('?zone=UTC');
    await findChart('Visibility by brand');
    vi.setSystemTime(new Date('2026-03-01T10:45:00Z'));
    fireEvent(window, new Event('visibilitychange'));
    // The reports by platform and region are refreshed too.
    const isOwnReport = (call: string) =>
      call.includes('timeline') && !/groupBy=(?:platform|region)/.test(call);
    await waitFor(() => expect(world.calls.filter(isOwnReport)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('Loading a new report')).toBeNull());
    isBroken = true;
    await user.click(screen.getByRole('radio', { name: 'Gap' }));
    expect((await screen.findByText(/Still showing the figures loaded/)).textContent).toMatch(
      /10:45/,
    );
    vi.useRealTimers();
  });

  it('shows the reason, keeps the last report, and can try again', async () => {
    const user = userEvent.setup();
    let isBroken = true;
    world.override(
      http.get(timelinesPath, ({ request }) =>
        isBroken && request.url.includes('gap')
          ? HttpResponse.json({ message: 'Not today.' }, { status: 400 })
          : reportOf(request),
      ),
    );
    open();
    await findChart('Visibility by brand');
    await user.click(screen.getByRole('radio', { name: 'Gap' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Not today.');
    expect(screen.getByText(/Still showing the figures loaded/)).toBeTruthy();
    expect(screen.getByRole('figure', { name: 'Visibility by brand' })).toBeTruthy();
    isBroken = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await findChart('Gap by brand');
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  });

  it('removes a refused parameter from a pasted address, with a notice', async () => {
    world.override(
      http.get(timelinesPath, ({ request }) =>
        request.url.includes('competitorId')
          ? HttpResponse.json(
              {
                type: problemTypes.untrackedCompetitor,
                title: 'Untracked competitor',
                status: 422,
                detail: 'Gamma is not tracked.',
                errors: [{ parameter: 'competitorId', message: 'is not tracked' }],
              },
              { status: 422, headers: { 'Content-Type': problemMediaType } },
            )
          : reportOf(request),
      ),
    );
    const { address } = open(`?competitorId=${beta}`);
    await findChart('Visibility by brand');
    expect(address()).not.toContain('competitorId');
    expect(screen.getByText(/^Refused by the service .*: competitorId\.$/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows that an unknown site was not found, without its ID or the page’s controls', async () => {
    open('', unknownId);
    expect((await screen.findByRole('alert')).textContent).toContain('Site not found');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Site not found');
    expect(screen.queryByText(unknownId)).toBeNull();
    expect(screen.queryByRole('group', { name: 'Metric' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Notes' })).toBeNull();
  });

  it.each([
    ['has no scans', moreSites.bare, '', /No completed scans yet/],
    [
      'has no scans to group by week',
      moreSites.bare,
      '?view=multiples&bucket=week',
      /No completed scans yet/,
    ],
    [
      'has no scans, whatever else is chosen',
      moreSites.bare,
      `?compare=previous&hide=x&scan=${measured.scans.first}`,
      /No completed scans yet/,
    ],
    ['has no tracked brand', moreSites.untracked, '?groupBy=platform', /has no tracked brand yet/],
    ['has no scan in range', measured.siteId, '?endDate=1999-01-01', /No completed scan matches/],
  ])('shows why it is empty if the site %s', async (_, siteId, search, reason) => {
    open(search, siteId);
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.queryByRole('figure')).toBeNull();
  });

  it.each([
    ['leads a key that may run them to the scans', true, 1],
    ['has no link to scans for a key that may not run them', false, 0],
  ])('of a site without scans %s', async (_, canRunScans, count) => {
    world.override(...scanHandlers(createFakeScans()));
    const settings = world.signedIn('agency');
    const session = settings.session && {
      ...settings.session,
      scopes: scopesWithout(!canRunScans && scansScope),
    };
    const capabilities = ['collect', 'sites'];
    openDashboard(`/sites/${moreSites.bare}/timeline`, { ...settings, session, capabilities });
    await screen.findByText(/No completed scans yet/);
    const links = screen.queryAllByRole('link', { name: 'Run scans' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array(count).fill(`/sites/${moreSites.bare}/scans`),
    );
  });

  it('offers to clear filters and dates that match nothing', async () => {
    const user = userEvent.setup();
    const { address } = open('?endDate=1999-01-01&tag=price&zone=UTC');
    await user.click(await screen.findByRole('button', { name: 'Clear filters and dates' }));
    await findChart('Visibility by brand');
    expect(address()).toBe(`/sites/${measured.siteId}/timeline?zone=UTC`);
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  });

  it('names the requested platforms without answers', async () => {
    open('?groupBy=platform&platform=microsoft_copilot_app&platform=chatgpt_app');
    expect(await screen.findByText(/No answers from .*Microsoft Copilot/)).toBeTruthy();
  });
});
