import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();

const oakwell = { id: uuid(0x901), name: 'Oakwell' };
const linden = { id: uuid(0x902), name: 'Linden' };

type Series = readonly [key: string, label: string, before: number, now: number];

/** Scatter from scan to scan, in points. */
const noise = [0.4, -0.7, 0.9, -0.2, -0.4, 0.6, -0.6];
/** Sixty daily scans from 1 January 2026 on, with a step on 1 February. */
const pointsOf = (before: number, now: number) =>
  Array.from({ length: 60 }, (_, index) => {
    const date = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
    const value = (index < 31 ? before : now) + (noise[index % noise.length] ?? 0);
    return { date, completedAt: `${date}T10:00:00Z`, value, scanId: uuid(0x1000 + index) };
  });

/** Linden falls, and Oakwell rises; neither key is a brand's ID. */
const byBrand: readonly Series[] = [
  ['linden', 'Linden', 70, 60],
  ['oakwell', 'Oakwell', 10, 20],
];
const byPlatform: readonly Series[] = [
  ['chatgpt_app', 'ChatGPT', 30, 50],
  ['gemini_app', 'Gemini', 40, 20],
];

/** Serves reports as v1 does: `brandId` has no effect in a report by brand. */
function serve(brands = byBrand, metric = 'visibility'): void {
  world.override(
    http.get('*/v1/sites/:siteId/reports/timeline', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const groupBy = query.get('groupBy') ?? 'brand';
      const [start, end] = [query.get('startDate') ?? '', query.get('endDate') ?? '9999'];
      const isOfLinden = groupBy !== 'brand' && query.get('brandId') === linden.id;
      const series = { brand: brands, platform: byPlatform }[groupBy] ?? [];
      return HttpResponse.json({
        metric,
        groupBy,
        brand: isOfLinden ? linden : oakwell,
        series: series.map(([key, label, before, now]) => ({
          key,
          label,
          points: pointsOf(before, now).filter(({ date }) => date >= start && date <= end),
        })),
        filters: { platform: [], region: [], startDate: null, endDate: null },
      });
    }),
  );
}

const february = '?startDate=2026-02-01&endDate=2026-02-28';
const open = (search: string, page = 'timeline') =>
  openDashboard(`/sites/${measured.siteId}/${page}${search}`, world.signedIn('agency'));
const findTable = () => screen.findByRole('table', { name: /as a table$/ });
/** The colour of a row's verdict, once the verdict is known. */
async function findTone(label: string): Promise<string | undefined> {
  const row = within(await findTable()).getByRole('row', { name: new RegExp(label) });
  const verdict = await within(row).findByText(/more than the usual scatter$/);
  return verdict.dataset['tone'];
}
/** The text of the strip, once what moved is known. */
async function findStrip(): Promise<string> {
  const moved = await screen.findByRole('region', { name: 'What moved' });
  await waitFor(() => expect(moved.textContent).toMatch(/: (up|down) /));
  return moved.parentElement?.textContent ?? '';
}

describe('a service whose series keys are not brand IDs', () => {
  it('leads with the brand that has the tracked brand’s name, without a comparison', async () => {
    serve();
    open('');
    const name = await screen.findByText('Oakwell, latest scan');
    expect(name.parentElement?.textContent).toContain('19.8%');
    expect(screen.getByText('2nd of 2')).toBeTruthy();
    expect(screen.queryByText('Linden, latest scan')).toBeNull();
    expect(await screen.findByText('tracked')).toBeTruthy();
    expect(screen.getByRole('figure').textContent).toContain('Oakwell and others');
  });

  it('leads with it in a comparison, and with its total in a report by platform', async () => {
    serve();
    const { unmount } = open(february);
    expect(await findStrip()).toContain('Oakwell, average of 28 scans');
    unmount();
    open(`${february}&groupBy=platform`);
    expect(await screen.findByText('Oakwell · all platforms, average of 28 scans')).toBeTruthy();
  });

  it('leads with no brand if none has the tracked brand’s name', async () => {
    serve([
      ['linden', 'Linden', 70, 60],
      ['oakwell', 'Oakwell Ltd', 10, 20],
    ]);
    const { unmount } = open('');
    const text = /^The tracked brand is Oakwell, but the service does not say which series is/;
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText(/, latest scan$/)).toBeNull();
    expect(screen.queryByText('tracked')).toBeNull();
    unmount();
    open(february);
    expect(await screen.findByText(text)).toBeTruthy();
    const strip = await findStrip();
    expect(strip).not.toMatch(/average of|highest|brands measured/);
    expect(strip).toContain('Linden: down 10.0');
  });
});

it('says that the tracked brand is not among the chosen brands, and ranks no other', async () => {
  serve([[linden.id, 'Linden', 70, 60]]);
  open(`${february}&brand=${linden.id}`);
  const text = 'Oakwell, the tracked brand, is not among the chosen brands.';
  expect(await screen.findByText(text)).toBeTruthy();
  expect(await findStrip()).not.toMatch(/average of|brands chosen/);
});

describe('the colours of real moves', () => {
  it('are green for a rise of the tracked brand, and neutral for other brands', async () => {
    serve();
    open(february);
    expect(await findTone('Oakwell')).toBe('good');
    expect(await findTone('Linden')).toBeUndefined();
    await findStrip();
    const toneIn = (text: string) =>
      screen.getByText(text).closest('li')?.querySelector<HTMLElement>('[data-direction]')?.dataset;
    expect(toneIn('Oakwell:')).toMatchObject({ direction: 'up', tone: 'good' });
    expect(toneIn('Linden:')?.['direction']).toBe('down');
    expect(toneIn('Linden:')?.['tone']).toBeUndefined();
    expect(toneIn('On Gemini, Oakwell:')?.['tone']).toBe('bad');
  });

  it('are green for a fall of the tracked brand’s gap', async () => {
    serve(
      [
        ['linden', 'Linden', 30, 40],
        ['oakwell', 'Oakwell', 90, 80],
      ],
      'gap',
    );
    open(`${february}&metric=gap`);
    expect(await findTone('Oakwell')).toBe('good');
    expect(await findTone('Linden')).toBeUndefined();
  });

  it.each([
    ['the tracked brand', '', 'good'],
    ['the tracked brand, requested by its ID', `&brandId=${oakwell.id}`, 'good'],
    ['another brand', `&brandId=${linden.id}`, undefined],
  ])('in a report by platform about %s', async (_, search, tone) => {
    serve();
    open(`${february}&groupBy=platform${search}`);
    await findStrip();
    await waitFor(async () => expect(await findTone('ChatGPT')).toBe(tone));
    const strip = screen.getByRole('region', { name: 'What moved' }).parentElement;
    const tones = [...(strip?.querySelectorAll<HTMLElement>('dl [data-direction]') ?? [])];
    expect(tones.length).toBeGreaterThan(0);
    for (const { dataset } of tones) expect(dataset['tone']).toBe(tone);
  });
});
