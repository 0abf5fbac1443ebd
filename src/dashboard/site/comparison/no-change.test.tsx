import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRandom } from '../../../../tests/faults/random.ts';
import { measured, now, uuid } from '../../../../tests/service/small-world.ts';
import { timelinesPath } from '../../../../tests/setup/changing-site.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { addDays, utcDay } from '../../../contract/dates/days.ts';

setUpBrowser();
const world = setUpService();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

const seed = 20260201;
/** Daily scans: thirty in view, and thirty in the period before. */
const scanCount = 60;
const firstDay = addDays(utcDay(now), 1 - scanCount);
const answersPerScan = 240;

interface SeriesPlan {
  key: string;
  label: string;
  /** The percentage of answers that mention the brand, by scan, oldest first. */
  values: readonly number[];
}

/**
 * Simulates the percentage of answers that mention a brand.
 * @param rateAt the probability of a mention at a scan
 * @param autocorrelation the probability that an answer is carried over from the previous scan
 */
function simulateValues(
  rateAt: (scan: number) => number,
  autocorrelation: number,
  random: () => number,
): number[] {
  // An answer mentions the brand if its number is below the rate.
  const answers = Array.from({ length: answersPerScan }, random);
  return Array.from({ length: scanCount }, (_, scan) => {
    for (const index of answers.keys()) {
      if (scan > 0 && random() >= autocorrelation) answers[index] = random();
    }
    const rate = rateAt(scan);
    return (100 * answers.filter((answer) => answer < rate).length) / answersPerScan;
  });
}

/** Simulates 200 series that each have a constant rate between 5% and 75%. */
const simulateUnchanged = (autocorrelation: number, random: () => number): SeriesPlan[] =>
  Array.from({ length: 200 }, (_, index) => {
    const rate = 0.05 + 0.7 * random();
    return {
      key: uuid(0x2000 + index),
      label: `Brand ${index + 1}`,
      values: simulateValues(() => rate, autocorrelation, random),
    };
  });

/** Serves series as brands, and the first of them also as the only platform and the only region. */
function serve(brands: readonly SeriesPlan[]): void {
  const [tracked] = brands;
  const seriesOf: Record<string, readonly SeriesPlan[]> = {
    brand: brands,
    platform: brands
      .slice(0, 1)
      .map((brand) => ({ ...brand, key: 'chatgpt_app', label: 'ChatGPT' })),
    region: brands.slice(0, 1).map((brand) => ({ ...brand, key: 'DE', label: 'Germany' })),
  };
  world.override(
    http.get(timelinesPath, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const groupBy = query.get('groupBy') ?? 'brand';
      const [startDate, endDate] = [query.get('startDate'), query.get('endDate')];
      return HttpResponse.json({
        metric: 'visibility',
        groupBy,
        brand: tracked ? { id: tracked.key, name: tracked.label } : null,
        series: (seriesOf[groupBy] ?? []).map(({ key, label, values }) => ({
          key,
          label,
          points: values.flatMap((value, scan) => {
            const date = addDays(firstDay, scan);
            const isInRange = date >= (startDate ?? '') && date <= (endDate ?? '9999');
            const completedAt = `${date}T10:00:00Z`;
            return isInRange ? [{ date, completedAt, value, scanId: uuid(0x1000 + scan) }] : [];
          }),
        })),
        filters: { platform: [], region: [], startDate, endDate },
      });
    }),
  );
}

/** Opens a page with these brands, and reads their moves from the table. @returns each move's text by brand name */
async function readMoves(brands: readonly SeriesPlan[]): Promise<ReadonlyMap<string, string>> {
  serve(brands);
  const { unmount } = openDashboard(
    `/sites/${measured.siteId}/timeline?range=30d&compare=previous`,
    world.signedIn('agency'),
  );
  const table = await screen.findByRole('table', { name: 'Visibility by brand, as a table' });
  const columns = within(table).getAllByRole('columnheader');
  const moveColumn = columns.findIndex(({ textContent }) => textContent?.startsWith('Verdict'));
  const readRows = () =>
    [...table.querySelectorAll('tbody tr')].map(({ children }) => ({
      name: children[0]?.querySelector('bdi')?.textContent ?? '',
      move: children[moveColumn]?.textContent.replaceAll(/\s/g, ' ') ?? '',
    }));
  // Verdicts stay empty until it is known whether the measurement changed.
  await waitFor(() => expect(readRows().map(({ move }) => move)).not.toContain(''));
  const moves = new Map(readRows().map(({ name, move }) => [name, move]));
  expect(moves.size).toBe(brands.length);
  unmount();
  return moves;
}

const isReal = (move: string) => /^(?:Up|Down) .+: more than the usual scatter$/.test(move);
const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

it.each([
  ['one page', 200, 0.6],
  ['ten pages', 20, 0.3],
])(
  'at most 4 of 200 brands without a change get the verdict of a real move: on %s of %i, with an autocorrelation of %f',
  async (_, pageSize, autocorrelation) => {
    const brands = simulateUnchanged(autocorrelation, createRandom(seed));
    const realMoves: string[] = [];
    for (let first = 0; first < brands.length; first += pageSize) {
      const moves = await readMoves(brands.slice(first, first + pageSize));
      realMoves.push(...[...moves.values()].filter(isReal));
    }
    expect(realMoves.length, realMoves.join('; ')).toBeLessThanOrEqual(4);
  },
);

it('a rise and a fall of 10 points are real moves among 200 brands without a change', async () => {
  const random = createRandom(seed);
  const unchanged = simulateUnchanged(0.3, random);
  const half = scanCount / 2;
  const simulateStep = (before: number, now: number) =>
    simulateValues((scan) => (scan < half ? before : now), 0.3, random);
  const [rise, fall] = [simulateStep(0.3, 0.4), simulateStep(0.4, 0.3)];
  const moves = await readMoves([
    ...unchanged,
    { key: uuid(0x3001), label: 'Rising', values: rise },
    { key: uuid(0x3002), label: 'Falling', values: fall },
  ]);
  const sizeOf = (values: readonly number[]) =>
    Math.abs(meanOf(values.slice(half)) - meanOf(values.slice(0, half))).toFixed(1);
  expect(moves.get('Rising')).toBe(`Up ${sizeOf(rise)} pt: more than the usual scatter`);
  expect(moves.get('Falling')).toBe(`Down ${sizeOf(fall)} pt: more than the usual scatter`);
  const falseAlarms = unchanged.map(({ label }) => moves.get(label) ?? '').filter(isReal);
  expect(falseAlarms.length, falseAlarms.join('; ')).toBeLessThanOrEqual(4);
});
