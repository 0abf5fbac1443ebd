import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SeriesColumn } from '../../../api/columns.ts';
import { layOut } from './layout.ts';
import { pixelOf } from './scale.ts';
import { chartHeight } from './timeline-chart.tsx';

const column = (value: number, at: number): SeriesColumn => ({
  ...{ id: `${at}`, key: `${at}`, label: `Brand ${at}` },
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

/** As many lines as are drawn unless asked; many of them may end at the same value. */
const values = fc.array(fc.oneof(fc.constant(50), fc.integer({ min: 0, max: 100 })), {
  minLength: 1,
  maxLength: 12,
});

it('names at line ends are targets of 24 px, each beside its line or its crowd', () => {
  fc.assert(
    fc.property(values, (given) => {
      const layout = layoutOf(given);
      const labels = layout.labels ?? [];
      expect(labels).toHaveLength(given.length);
      const sorted = labels.toSorted((a, b) => a - b);
      const gaps = sorted.slice(1).map((at, index) => at - (sorted[index] ?? 0));
      expect(Math.min(24, ...gaps)).toBeGreaterThan(24 - 1e-6);
      for (const [index, at] of labels.entries()) {
        const end = pixelOf(layout.y, given[index] ?? 0);
        // No further than if all the others stood between it and its line.
        expect(Math.abs(at - end)).toBeLessThanOrEqual((given.length - 1) * 24 + 1e-6);
      }
    }),
  );
});

it('where names do not fit beside their lines at 24 px, a legend has them', () => {
  expect(layoutOf(Array(13).fill(50)).labels).toHaveLength(13);
  expect(layoutOf(Array(14).fill(50)).labels).toBeNull();
});
