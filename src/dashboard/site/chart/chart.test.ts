import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinPieces, strokesOf } from '../../../../tests/setup/strokes.ts';
import { isEvidence, type SeriesColumn } from '../../../figures/series/columns.ts';
import { thin, toSeriesPath, toSeriesPieces } from './path.ts';
import { createValueAxis, nearestIndexOf, pixelOf, type Scale } from './scale.ts';
import { spreadLabels } from './spread.ts';

const createColumn = (values: readonly (number | null)[]): SeriesColumn => ({
  id: 'a',
  key: 'a',
  label: 'A',
  values: Float64Array.from(values, (value) => value ?? Number.NaN),
  present: null,
});
const instantsOf = (count: number) => Float64Array.from({ length: count }, (_, index) => index);
const value = fc.double({ min: -100, max: 100, noNaN: true });
const values = fc.array(fc.option(value, { nil: null, freq: 4 }), { minLength: 1, maxLength: 400 });

/** Runs of evidence in a series, as indices of scans. */
function findEvidenceRuns(series: SeriesColumn): number[][] {
  const runs: number[][] = [[]];
  for (const [scan, value] of series.values.entries()) {
    if (isEvidence(value)) runs.at(-1)?.push(scan);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

const wide: Scale = { domain: [0, 3], pixels: [0, 300] };

describe('a series path', () => {
  const y: Scale = { domain: [0, 100], pixels: [100, 0] };

  it('breaks where there is no evidence, but not at zero', () => {
    const path = toSeriesPath(createColumn([10, 0, null, 20, 30]), instantsOf(5), wide, y);
    expect(path).toEqual({ line: 'M0 90L100 100M300 80L400 70', dots: '' });
  });

  it('draws an isolated point as a dot', () => {
    const path = toSeriesPath(createColumn([10, null, 50, null]), instantsOf(4), wide, y);
    expect(path).toEqual({ line: '', dots: 'M0 90h0M200 50h0' });
  });

  it('continues across scans without a point', () => {
    const series = { ...createColumn([10, null, 30]), present: Uint8Array.of(1, 0, 1) };
    expect(toSeriesPath(series, instantsOf(3), wide, y).line).toBe('M0 90L200 70');
  });

  it('keeps the first, lowest, highest and last point of every pixel column of every run', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 60 }), (points, width) => {
        const series = createColumn(points);
        const instants = instantsOf(points.length);
        const x: Scale = { domain: [0, points.length], pixels: [0, width] };
        const scale: Scale = { domain: [-100, 100], pixels: [200, 0] };
        const { line, dots } = toSeriesPath(series, instants, x, scale);
        const runs = findEvidenceRuns(series);
        expect(strokesOf(dots)).toHaveLength(runs.filter((run) => run.length === 1).length);

        const longRuns = runs.filter((run) => run.length > 1);
        const drawn = strokesOf(line);
        expect(drawn).toHaveLength(longRuns.length);
        for (const [index, run] of longRuns.entries()) {
          const pixels = run.map((scan) => ({
            column: Math.floor(pixelOf(x, scan)),
            y: Math.round(pixelOf(scale, series.values[scan] ?? 0) * 10) / 10,
          }));
          const expected = Map.groupBy(pixels, (pixel) => pixel.column);
          const ys = (drawn[index] ?? []).map(([, height]) => height);
          for (const group of expected.values()) {
            const heights = group.map((pixel) => pixel.y);
            for (const height of [
              heights[0],
              Math.min(...heights),
              Math.max(...heights),
              heights.at(-1),
            ]) {
              expect(ys).toContain(height);
            }
          }
          expect(ys.length).toBeLessThanOrEqual(4 * expected.size);
          expect([ys[0], ys.at(-1)]).toEqual([pixels[0]?.y, pixels.at(-1)?.y]);
        }
      }),
    );
  });

  it('keeps the first and the last point, without reordering or repeating any', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), (points) => {
        const columns = Int32Array.from(points, (_, index) => Math.floor(index / 7));
        const indices = thin(columns, Float64Array.from(points), 0, points.length);
        expect(indices).toEqual([...new Set(indices)].sort((a, b) => a - b));
        expect([indices[0], indices.at(-1)]).toEqual([0, points.length - 1]);
      }),
    );
  });
});

describe('a line split into pieces', () => {
  const stretches = fc.array(fc.integer({ min: 2, max: 350 }), { maxLength: 4 });

  it('is unchanged when its pieces, of at most 101 points, are joined', () => {
    fc.assert(
      fc.property(stretches, (lengths) => {
        const points = lengths.flatMap((length) => [
          ...Array.from({ length }, (_, index) => (index * 37) % 101),
          null,
        ]);
        const x: Scale = { domain: [0, 1], pixels: [0, 1] };
        const args = [createColumn(points), instantsOf(points.length), x, x] as const;
        const { pieces } = toSeriesPieces(...args);
        expect(joinPieces(pieces)).toBe(toSeriesPath(...args).line);
        for (const piece of pieces) {
          expect(piece).toMatch(/^M/);
          expect(strokesOf(piece).flat().length).toBeLessThanOrEqual(101);
        }
      }),
    );
  });

  it('has no pieces if it is empty', () => {
    expect(toSeriesPieces(createColumn([null]), instantsOf(1), wide, wide).pieces).toEqual([]);
  });
});

describe('a value axis', () => {
  it('covers any values with 2 to 9 ascending ticks', () => {
    const finiteNumber = fc.double({ noNaN: true, min: -8e307, max: 8e307 });
    fc.assert(
      fc.property(finiteNumber, finiteNumber, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const { ticks } = createValueAxis(low, high, 5);
        expect(ticks.every(Number.isFinite)).toBe(true);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(9);
        expect([...ticks].sort((x, z) => x - z)).toEqual(ticks);
        const slack = Math.max(Math.abs(low), Math.abs(high)) * 1e-9 + 1e-300;
        expect(ticks[0]).toBeLessThanOrEqual(low + slack);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(high - slack);
      }),
    );
  });

  it.each([
    [9, 75.8, [0, 20, 40, 60, 80], 0],
    [0, 0.7, [0, 0.2, 0.4, 0.6, 0.8], 1],
    [-32, 18, [-40, -30, -20, -10, 0, 10, 20], 0],
    [60.1, 62.4, [55, 57.5, 60, 62.5, 65, 67.5], 1],
    [-62.4, -60.1, [-67.5, -65, -62.5, -60, -57.5, -55], 1],
    [50, 50, [0, 10, 20, 30, 40, 50], 0],
    [0, 0, [0, 1], 0],
  ])('from %d to %d has round ticks', (low, high, ticks, decimals) => {
    expect(createValueAxis(low, high, 5)).toEqual({ ticks, decimals });
  });

  it.each([
    ['around close values', 30, 31, 25.5, 35.5],
    ['up to 100', 96, 99, 80.2, 100],
    ['beyond 100 if a value is', 98, 104, 83.2, 104],
    ['with zero if ten points reach it', 4, 4.2, 0, 4.2],
  ])('of at least ten points is %s', (_, low, high, from, to) => {
    const { ticks } = createValueAxis(low, high, 5, { minLength: 10, limit: 100 });
    const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
    expect(ticks[0]).toBeLessThanOrEqual(from);
    expect(ticks[0]).toBeGreaterThan(from - step);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(to);
    expect(ticks.at(-1)).toBeLessThan(to + step);
    expect(from === 0 || (ticks.at(-1) ?? 0) - (ticks[0] ?? 0) >= 10).toBe(true);
  });

  it('has a finite length and finite pixels for the largest numbers', () => {
    const { ticks } = createValueAxis(-Number.MAX_VALUE, Number.MAX_VALUE, 5);
    const scale: Scale = { domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0], pixels: [100, 0] };
    expect(Number.isFinite(scale.domain[1] - scale.domain[0])).toBe(true);
    expect(Number.isFinite(pixelOf(scale, Number.MAX_VALUE))).toBe(true);
    expect(pixelOf(scale, 0)).toBe(50);
  });
});

describe('the nearest scan', () => {
  it('is the scan closest in time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ max: 1e6, min: 0 }), { minLength: 1 }),
        fc.integer({ min: -10, max: 2e6 }),
        (unsorted, at) => {
          const instants = Float64Array.from(unsorted).sort();
          const nearest = instants[nearestIndexOf(instants, at)] ?? Number.NaN;
          const least = Math.min(...instants.map((instant) => Math.abs(instant - at)));
          expect(Math.abs(nearest - at)).toBe(least);
        },
      ),
    );
  });

  it('has the index -1 if there are no scans', () => {
    expect(nearestIndexOf(new Float64Array(0), 5)).toBe(-1);
  });
});

describe('labels moved apart', () => {
  it('stay in order, in range, and at least a gap from each other', () => {
    const targets = fc.array(fc.double({ min: -20, max: 420, noNaN: true }), { maxLength: 12 });
    fc.assert(
      fc.property(targets, (unsorted) => {
        const centres = spreadLabels(unsorted, 18, 0, 400) ?? [];
        expect(centres).toHaveLength(unsorted.length);
        const labels = unsorted.map((target, index) => ({ target, centre: centres[index] ?? 0 }));
        labels.sort((a, b) => a.target - b.target || a.centre - b.centre);
        for (const [index, { centre }] of labels.entries()) {
          expect(centre).toBeGreaterThanOrEqual(-1e-9);
          expect(centre).toBeLessThanOrEqual(400 + 1e-9);
          const above = labels[index - 1];
          if (above) expect(centre - above.centre).toBeGreaterThanOrEqual(18 - 1e-9);
        }
      }),
    );
  });

  it('stay in place when they have room', () => {
    expect(spreadLabels([200, 10, 100], 18, 0, 400)).toEqual([200, 10, 100]);
  });

  it('have no positions when there are too many', () => {
    expect(spreadLabels([1, 2, 3], 18, 0, 30)).toBeNull();
  });
});
