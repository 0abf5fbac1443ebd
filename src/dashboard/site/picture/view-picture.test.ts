import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { addDays } from '../../../contract/dates/days.ts';
import { toModel } from '../../../figures/series/model.ts';
import { summariseSeries } from '../../../figures/series/series-summary.ts';
import type { Drawing } from '../chart/chart-in-view.ts';
import { readSearch } from '../search/search.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { createPalette } from '../series/looks.ts';
import { filtersInWords } from './filter-words.ts';
import { instantsOfChanges, type PictureContext, pictureOfChart } from './view-picture.ts';

/**
 * A chart of `count` brands: "b0", "b1" and so on, the tracked brand being "b1". They have values at the first and the
 * third scan, and no evidence at the second.
 * @param quiet indices of the brands that are quiet
 */
function chartOf(count: number, quiet: readonly number[] = []): Drawing {
  const report = columnsOf({
    metric: 'visibility',
    groupBy: 'brand',
    brand: { id: 'b1', name: 'Acme' },
    filters: null,
    series: Array.from({ length: count }, (_, index) => ({
      key: `b${index}`,
      label: `Brand ${index}`,
      platform: null,
      points: [10, null, 30].map((value, scan) => {
        const date = addDays('2026-11-07', scan);
        return { date, completedAt: `${date}T10:00:00Z`, value, scanId: `scan-${scan}` };
      }),
    })),
  });
  const model = toModel(report, 'UTC');
  const keys = model.series.map(({ id }) => id);
  const looks = createPalette().looksFor(keys, keys, 'b1');
  const drawn = summariseSeries(model).map((summary, index): DrawnSeries => {
    const look = looks.get(summary.series.id) ?? { colour: '', dash: undefined };
    return { summary, look: { ...look, isQuiet: quiet.includes(index) } };
  });
  return { name: 'Visibility by brand', model, drawn, earlier: null };
}

const context: PictureContext = {
  source: { maker: 'Agency', isSample: false, siteName: 'acme.example', madeOn: '2026-11-22' },
  wording: { zone: 'Europe/Berlin', locale: 'en-GB', unit: '%', decimals: 1 },
  days: { startDate: null, endDate: null },
  filters: 'No filters',
  seriesCount: 3,
  brand: { logo: null, accent: null },
  mode: 'lines',
  moves: undefined,
};
const size = { width: 960, height: 540 };
const pictureOf = (shown: Drawing, overrides: Partial<PictureContext> = {}) =>
  pictureOfChart(shown, [], { ...context, ...overrides }, size);

describe('a picture of a chart', () => {
  it('names the brand, site, days, zone and filters, and who made it and when', () => {
    const { title, lines, source } = pictureOf(chartOf(3));
    expect(title).toBe('Acme and others · Visibility by brand');
    expect(lines).toEqual([
      expect.stringMatching(/^acme\.example · 7\s–\s9 Nov 2026 · Times in Europe\/Berlin$/),
      'No filters',
    ]);
    expect(source).toBe('Agency · acme.example · Sun, 22 Nov 2026');
  });

  it('names a chosen first day rather than the day of the first scan', () => {
    const days = { startDate: '2026-11-01', endDate: null };
    expect(pictureOf(chartOf(3), { days }).lines[0]).toMatch(/ 1\s–\s9 Nov 2026 /);
  });

  it('says that sample data is invented', () => {
    const source = { ...context.source, isSample: true };
    expect(pictureOf(chartOf(3), { source }).source).toContain('everything here is invented');
  });

  it('of small charts has the tracked brand first, all series clear in their own colours, and their figures', () => {
    const shown = chartOf(8, [5, 6, 7]);
    const { series, figures } = pictureOf(shown, { mode: 'multiples' });
    expect(series[0]?.summary.isTracked).toBe(true);
    expect(figures).toEqual(Array.from({ length: 8 }, () => 30));
    for (const { summary, look } of series) {
      const original = shown.drawn.find((drawn) => drawn.summary === summary);
      expect(look).toEqual({ ...original?.look, isQuiet: false });
    }
    expect(pictureOf(chartOf(25), { mode: 'multiples' }).figures).toBeUndefined();
  });

  it('says how many of the series are drawn', () => {
    expect(pictureOf(chartOf(3), { seriesCount: 50 }).lines.at(-1)).toBe('Showing 3 of 50 series');
  });

  it('has the tracked series first, and the quiet ones last', () => {
    const { series } = pictureOf(chartOf(4, [0, 2]));
    expect(series.map(({ summary }) => summary.series.key)).toEqual(['b1', 'b3', 'b0', 'b2']);
    expect(series.map(({ look }) => look.isQuiet)).toEqual([false, false, true, true]);
    expect(series.map(({ summary }) => summary.isTracked)).toEqual([true, false, false, false]);
  });

  it.each([1, 4, 12])('distinguishes %i series without relying on colour', (count) => {
    const quiet = Array.from({ length: count }, (_, index) => index).filter((index) => index > 3);
    const { series } = pictureOf(chartOf(count, quiet));
    const patterns = series.map(({ look: { isQuiet, dash } }) => `${isQuiet} ${dash}`);
    expect(new Set(patterns).size).toBe(count);
  });
});

it('leaves out a change of measurement at a scan without an instant', () => {
  const { model } = chartOf(1);
  const changes = model.scans.map((scan) => ({ scan, changes: [] }));
  expect(instantsOfChanges(model, changes)).toEqual([...model.instants]);
  const instants = model.instants.slice(0, 1);
  expect(instantsOfChanges({ ...model, instants }, changes)).toEqual([...instants]);
});

it('lists filters under the titles of their groups, and prompts by their text', () => {
  const promptId = '5a3b1e00-9407-4000-8000-000001001001';
  const search = readSearch({
    platform: ['chatgpt_app', 'gemini_app'],
    tag: 'pricing',
    promptId,
  });
  const words = filtersInWords(null, search, (id) => (id === promptId ? 'Which tent?' : undefined));
  expect(words).toMatch(/^AI platforms: .+, .+ · Tags: pricing · Prompts: Which tent\?$/);
  expect(filtersInWords(null, readSearch({}))).toBe('No filters');
});
