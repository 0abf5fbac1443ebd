import { describe, expect, it } from 'vitest';
import {
  changePathOf,
  drawTimeAxis,
  drawValueAxis,
  gridPathOf,
  sortByLayer,
  timeLabelsOf,
  zeroPathOf,
} from './drawing.ts';
import type { Scale } from './scale.ts';

const x: Scale = { domain: [0, 100], pixels: [40, 240] };
const drawValues = (...values: number[]) => drawValueAxis([values], 5, [100, 0], '%', 'en');

describe('the value axis', () => {
  it('has a grid line and a label at every tick', () => {
    const { valueTicks } = drawValues(0, 100);
    expect(valueTicks.map(({ at, label }) => [at, label])).toEqual([
      [100, '0%'],
      [80, '20%'],
      [60, '40%'],
      [40, '60%'],
      [20, '80%'],
      [0, '100%'],
    ]);
    expect(gridPathOf(valueTicks.slice(0, 2), x.pixels)).toBe('M40 100H240M40 80H240');
  });

  it.each([
    [[50, 52], /^The axis starts at 45\.0%, not at zero$/],
    [[-52, -50], /^The axis ends at [−-]45\.0%, not at zero$/],
    [[0, 52], /^$/],
  ])('says at which value it starts or ends unless it includes zero: %j', (values, note) => {
    expect(drawValues(...values).axisNote).toMatch(note);
  });

  it('has a line at zero only if zero is inside it and not at its start', () => {
    expect(zeroPathOf(x, drawValues(-50, 50).y)).toMatch(/^M40 50H240$/);
    expect(zeroPathOf(x, drawValues(0, 50).y)).toBe('');
    expect(zeroPathOf(x, drawValues(-52, -50).y)).toBe('');
  });
});

it('leaves out a label of the time axis that the edge of the chart would cut', () => {
  const instants = Float64Array.of(Date.parse('2026-01-01'), Date.parse('2027-01-01'));
  const axis = drawTimeAxis(instants, undefined, [0, 900], 'UTC', 'en-GB');
  const labelsIn = (width: number) =>
    [...timeLabelsOf({ ...axis, width }).values()].map(({ text }) => text);
  expect(labelsIn(1_000)).toContain('Jan 2027');
  expect(labelsIn(910)).not.toContain('Jan 2027');
});

it('draws a line at every change, at the edge of the plot for a scan outside it', () => {
  const y: Scale = { domain: [0, 1], pixels: [100, 10] };
  expect(changePathOf([-5, 50, 50, 120], x, y)).toBe('M40 10V100M140 10V100M240 10V100');
});

it('paints quiet lines first, then the others, the tracked one and the one in front', () => {
  const line = (name: string, isTracked = false, isQuiet = false, isInFront = false) => ({
    name,
    isTracked,
    isQuiet,
    isInFront,
  });
  const lines = [
    line('tracked', true),
    line('first'),
    line('second'),
    line('quiet', false, true),
    line('front', false, true, true),
  ];
  const painted = sortByLayer(lines, (traits) => traits);
  expect(painted.map(({ name }) => name)).toEqual(['quiet', 'second', 'first', 'tracked', 'front']);
});
