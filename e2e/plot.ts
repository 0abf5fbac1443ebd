import type { Locator } from '@playwright/test';
import { joinPieces } from '../tests/setup/strokes.ts';

/** Measurements of a drawn line, in the units of the value axis. */
interface PlottedLine {
  last: number;
  lowest: number;
  highest: number;
  /** Number of unbroken stretches, including single dots. */
  stretches: number;
}

export interface Plot {
  /** Lines by series key. Series without evidence are left out. */
  series: ReadonlyMap<string, PlottedLine>;
  unitsPerPixel: number;
}

/** Measures a chart's lines in pixels and converts them to values with the labels of the axis. */
export async function readPlot(figure: Locator): Promise<Plot> {
  const { ticks, lines } = await figure.evaluate(async (element) => {
    // The axis labels are drawn a frame after the lines.
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    const labels = [...element.querySelectorAll('.recharts-yAxis-tick-labels text')];
    return {
      ticks: labels.map((label) => ({
        pixel: Number(label.getAttribute('y')),
        value: Number.parseFloat((label.textContent ?? '').replace('−', '-').replaceAll(',', '')),
      })),
      lines: [...element.querySelectorAll('[data-series]')].map((line) => {
        const paths = [...line.querySelectorAll('path')];
        const pathDataOf = (isDots: boolean) =>
          paths
            .filter((path) => path.hasAttribute('data-dots') === isDots)
            .map((path) => path.getAttribute('d') ?? '');
        return {
          key: line.getAttribute('data-series') ?? '',
          pieces: pathDataOf(false),
          dots: pathDataOf(true).join(''),
        };
      }),
    };
  });
  const low = ticks.reduce((a, b) => (a.value < b.value ? a : b));
  const high = ticks.reduce((a, b) => (a.value > b.value ? a : b));
  const unitsPerPixel = (high.value - low.value) / (low.pixel - high.pixel);
  const valueAt = (pixel: number): number => low.value + (low.pixel - pixel) * unitsPerPixel;
  const series = lines.flatMap(({ key, pieces, dots }) => {
    const path = joinPieces(pieces) + dots;
    const points = [...path.matchAll(/([ML])(-?[\d.]+) (-?[\d.]+)/g)].map(([, command, x, y]) => ({
      isStart: command === 'M',
      x: Number(x),
      value: valueAt(Number(y)),
    }));
    if (points.length === 0) return [];
    const values = points.map(({ value }) => value);
    const last = points.reduce((a, b) => (b.x >= a.x ? b : a));
    const plottedLine: PlottedLine = {
      last: last.value,
      lowest: Math.min(...values),
      highest: Math.max(...values),
      stretches: points.filter(({ isStart }) => isStart).length,
    };
    return [[key, plottedLine] as const];
  });
  return { series: new Map(series), unitsPerPixel };
}
