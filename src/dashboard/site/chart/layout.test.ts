import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../../contract/dates/days.ts';
import { instantAt } from '../../../contract/dates/instant-at.ts';
import { wallClockAt } from '../../../contract/dates/wall-clock.ts';
import type { SeriesColumn } from '../../../figures/series/columns.ts';
import { timeLabelsOf } from './drawing.ts';
import { layOut } from './layout.ts';
import { pixelOf } from './scale.ts';
import { chartHeight } from './timeline-chart.tsx';

const column = (value: number, at: number): SeriesColumn => ({
  id: `${at}`,
  key: `${at}`,
  label: `Brand ${at}`,
  values: Float64Array.of(value),
  present: null,
});
const layoutOf = (values: readonly number[]) =>
  layOut(
    { width: 1_000, height: chartHeight },
    Float64Array.of(0),
    values.map(column),
    'UTC',
    undefined,
    'en-GB',
  );

/** The last values of up to 12 lines, the number drawn by default. About half of the values are equal. */
const lastValueLists = fc.array(fc.oneof(fc.constant(50), fc.integer({ min: 0, max: 100 })), {
  minLength: 1,
  maxLength: 12,
});

it('keeps end labels at least 24 px apart and close to their lines', () => {
  fc.assert(
    fc.property(lastValueLists, (lastValues) => {
      const layout = layoutOf(lastValues);
      const labels = layout.labelCentres ?? [];
      expect(labels).toHaveLength(lastValues.length);
      const sorted = labels.toSorted((a, b) => a - b);
      const gaps = sorted.slice(1).map((at, index) => at - (sorted[index] ?? 0));
      expect(Math.min(24, ...gaps)).toBeGreaterThan(24 - 1e-6);
      for (const [index, at] of labels.entries()) {
        const end = pixelOf(layout.y, lastValues[index] ?? 0);
        // No farther than if all other labels were between it and its line.
        expect(Math.abs(at - end)).toBeLessThanOrEqual((lastValues.length - 1) * 24 + 1e-6);
      }
    }),
  );
});

it.each(['UTC', 'Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles'])(
  'places a scan nearest to the label of its day, even just before or after midnight: %s',
  (zone) => {
    const days = Array.from({ length: 8 }, (_, index) => addDays('2026-05-01', index));
    for (const time of ['00:05', '11:00', '23:48']) {
      const instants = Float64Array.from(days, (day) => instantAt(day, time, zone));
      const size = { width: 1_000, height: chartHeight };
      const series = column(1, 0);
      const { x, timeTicks } = layOut(size, instants, [series], zone, undefined, 'en-GB');
      expect(timeTicks.length).toBeGreaterThan(6);
      for (const [index, day] of days.entries()) {
        const dayTick = timeTicks.find(({ instant }) => wallClockAt(instant, zone).day === day);
        // The first or last day has no label if less than half of it is on the axis.
        const isUnlabelled = index === 0 ? time > '12' : index === days.length - 1 && time < '12';
        expect(dayTick === undefined || dayTick.labelAt > x.domain[1], `${day} ${time}`).toBe(
          isUnlabelled,
        );
        if (!dayTick || isUnlabelled) continue;
        const pixel = pixelOf(x, instants[index] ?? 0);
        const byDistance = timeTicks.toSorted(
          (a, b) =>
            Math.abs(pixelOf(x, a.labelAt) - pixel) - Math.abs(pixelOf(x, b.labelAt) - pixel),
        );
        expect(byDistance[0]?.label, `${day} ${time}`).toBe(dayTick.label);
      }
    }
  },
);

it('has more room for end labels of wide characters than for as many narrow ones', () => {
  const roomFor = (label: string) => {
    const series = { ...column(1, 0), label };
    const size = { width: 1_000, height: chartHeight };
    return layOut(size, Float64Array.of(0), [series], 'UTC', undefined, 'en-GB').right;
  };
  expect(roomFor('北风户外用品')).toBeGreaterThan(roomFor('Nordic'));
});

it('lays out end labels only if all of them fit', () => {
  expect(layoutOf(Array(13).fill(50)).labelCentres).toHaveLength(13);
  expect(layoutOf(Array(14).fill(50)).labelCentres).toBeNull();
});

it.each([
  [1_000, '2026-01-01', true],
  [390, '2026-10-01', false],
])(
  'labels a month at the end of the axis only if it fits into a chart of %d px',
  (width, from, isShown) => {
    const instants = Float64Array.of(Date.parse(from), Date.parse('2027-01-01'));
    const size = { width, height: chartHeight };
    const layout = layOut(size, instants, [column(1, 0)], 'UTC', undefined, 'en-GB');
    const labels = [...timeLabelsOf(layout).values()].map(({ text }) => text);
    expect(layout.timeTicks.at(-1)?.label).toBe('Jan 2027');
    expect(labels.includes('Jan 2027')).toBe(isShown);
    expect(labels.length).toBeGreaterThan(0);
  },
);
