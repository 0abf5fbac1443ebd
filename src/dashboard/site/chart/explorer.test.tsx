import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import type { Days } from '../../../contract/dates/periods.ts';
import type { TimelineReport } from '../../../contract/resources.ts';
import { toModel } from '../../../figures/series/model.ts';
import { summariseSeries } from '../../../figures/series/series-summary.ts';
import { createPalette } from '../series/looks.ts';
import { loadChartParts } from './load-parts.ts';
import { TimelineChart } from './timeline-chart.tsx';
import { ChartWidth } from './use-width.ts';

setUpBrowser();
const zone = 'Pacific/Auckland';
const wording = { zone, locale: 'en-GB', unit: '%', decimals: 1 };

const seriesOf = (key: string, label: string, values: readonly (number | null)[]) => ({
  key,
  label,
  platform: null,
  points: values.map((value, index) => ({
    date: `2026-01-0${index + 1}`,
    completedAt: index === 3 ? null : `2026-01-0${index + 1}T22:30:00Z`,
    value,
    scanId: `scan-${index}`,
  })),
});

/** Draws a chart of two brands over six scans; the fourth has no time. */
async function drawChart({ chartWidth = 900 } = {}) {
  const report: TimelineReport = {
    metric: 'visibility',
    groupBy: 'brand',
    brand: { id: 'a', name: 'Acme' },
    series: [
      seriesOf('a', 'Acme', [10, 20, null, 40, 50, 60]),
      seriesOf('b', 'Beta', [5, 26, 7, 8, 9, null]),
    ],
    filters: null,
  };
  const model = toModel(columnsOf(report), zone);
  const looks = createPalette().looksFor([], ['a', 'b'], 'a');
  const drawn = summariseSeries(model).flatMap((summary) => {
    const look = looks.get(summary.series.id);
    return look ? [{ summary, look }] : [];
  });
  const onOpenPoint = vi.fn<(point: number) => void>();
  const onZoom = vi.fn<(days: Days) => void>();
  /** Creates the chart, with a new model object each time, as when new data arrives. */
  const createChart = () => (
    // The test DOM has no layout, so the chart is given a width.
    <ChartWidth value={{ current: chartWidth }}>
      <TimelineChart
        valuesText="latest scan"
        name="Visibility by brand"
        ownerName={null}
        model={{ ...model }}
        drawn={drawn}
        hidden={[]}
        wording={wording}
        earlier={null}
        onToggle={() => {}}
        onShowAll={() => {}}
        onOpenPoint={onOpenPoint}
        onZoom={(days) => onZoom(days)}
      />
    </ChartWidth>
  );
  const { container, rerender } = render(createChart());
  const redraw = () => rerender(createChart());
  const plot = await screen.findByRole('slider', { name: 'Visibility by brand, scan by scan' });
  const [first, last] = [model.instants[0] ?? 0, model.instants.at(-1) ?? 0];
  const width = Number.parseFloat(plot.style.width);
  /** The distance of a scan from the left edge of the plot, in pixels. */
  const pixelOf = (scan: number) =>
    (((model.instants[scan] ?? 0) - first) / (last - first)) * width;
  const firePointer = (type: 'pointerMove' | 'pointerDown', at: number, pointerType: string) =>
    fireEvent[type](plot, { clientX: at, pointerType });
  const press = (at: number, pointerType: string) => {
    firePointer('pointerDown', at, pointerType);
    if (pointerType === 'touch') fireEvent.pointerLeave(plot, { pointerType });
    fireEvent.click(plot, { detail: 1 });
  };
  const getTooltip = () => container.querySelector('[class*="tooltip"]');
  const getReading = () => ({
    when: getTooltip()?.children[0]?.textContent,
    where: getTooltip()?.children[1]?.textContent,
    rows: [...(getTooltip()?.querySelectorAll('li') ?? [])].map((row) => row.textContent),
  });
  return {
    container,
    plot,
    pixelOf,
    firePointer,
    press,
    getTooltip,
    getReading,
    redraw,
    onOpenPoint,
    onZoom,
  };
}

describe('the chart', () => {
  it('is laid out for paper while it is printed, and then for the window again', async () => {
    await drawChart();
    const width = () =>
      document.querySelector('figure svg.recharts-surface')?.getAttribute('width');
    expect(width()).toBe('900');
    window.dispatchEvent(new Event('beforeprint'));
    expect(width()).toBe('690');
    fireEvent(window, new Event('afterprint'));
    expect(width()).toBe('900');
  });
});

describe('the tooltip', () => {
  it('shows the nearest scan with its local time and zone, its UTC day if that differs, and its series by value', async () => {
    const { firePointer, pixelOf, getReading, getTooltip, plot } = await drawChart();
    firePointer('pointerMove', pixelOf(1) + 20, 'mouse');
    expect(getReading()).toEqual({
      when: expect.stringMatching(/3 Jan 2026.*11:30/),
      where: expect.stringMatching(/^Auckland, UTC\+13 · scan day .*2 Jan 2026 \(UTC\)$/),
      rows: ['Beta26.0%', 'Acme20.0%'],
    });
    firePointer('pointerMove', pixelOf(0), 'mouse');
    expect(getReading().rows).toEqual(['Acme10.0%', 'Beta5.0%']);
    fireEvent.pointerLeave(plot, { pointerType: 'mouse' });
    expect(getTooltip()).toBeNull();
  });

  it('lists series without evidence last, as “no evidence”', async () => {
    const { firePointer, pixelOf, getReading } = await drawChart();
    firePointer('pointerMove', pixelOf(2), 'mouse');
    expect(getReading().rows).toEqual(['Beta7.0%', 'Acmeno evidence']);
  });

  it('shows the UTC day without a time for a scan of unknown time', async () => {
    const { firePointer, pixelOf, getReading } = await drawChart();
    firePointer('pointerMove', pixelOf(3), 'mouse');
    expect(getReading()).toMatchObject({
      when: 'Sun, 4 Jan 2026',
      where: 'UTC day, time unknown',
    });
  });
});

describe('the hint in the tooltip', () => {
  it('says how to open the scan by mouse, finger or keyboard', async () => {
    const user = userEvent.setup();
    const { firePointer, press, pixelOf, plot, getTooltip } = await drawChart();
    const hint = () => getTooltip()?.lastElementChild?.textContent;
    firePointer('pointerMove', pixelOf(1), 'mouse');
    expect(hint()).toBe('Click to open the scan, drag to zoom in');
    fireEvent.pointerLeave(plot, { pointerType: 'mouse' });
    press(pixelOf(2), 'touch');
    expect(hint()).toBe('Tap again to open the scan');
    plot.focus();
    await user.keyboard('{Home}');
    expect(hint()).toBe('Press Enter to open the scan');
  });
});

describe('a scan in the plot', () => {
  it('is opened by Enter and Space, but not with Control held; without a selection, the newest is opened', async () => {
    const user = userEvent.setup();
    const { plot, onOpenPoint } = await drawChart();
    plot.focus();
    await user.keyboard('{Enter}');
    expect(onOpenPoint).toHaveBeenLastCalledWith(5);
    await user.keyboard('{Home}{ArrowRight} ');
    expect(onOpenPoint).toHaveBeenLastCalledWith(1);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(onOpenPoint).toHaveBeenCalledTimes(2);
  });

  it('is opened by one click of a mouse', async () => {
    const { press, pixelOf, onOpenPoint } = await drawChart();
    press(pixelOf(4) - 10, 'mouse');
    expect(onOpenPoint.mock.calls).toEqual([[4]]);
  });

  it('is shown by a first tap, and opened by a second tap on it', async () => {
    const { press, pixelOf, onOpenPoint, getReading } = await drawChart();
    press(pixelOf(4), 'touch');
    expect(getReading().rows).toEqual(['Acme50.0%', 'Beta9.0%']);
    press(pixelOf(1), 'touch');
    expect(getReading().rows).toEqual(['Beta26.0%', 'Acme20.0%']);
    expect(onOpenPoint).not.toHaveBeenCalled();
    press(pixelOf(1) + 8, 'touch');
    expect(onOpenPoint.mock.calls).toEqual([[1]]);
  });

  it('is opened by a second tap beside it if scans are closer together than a finger is wide', async () => {
    const { press, pixelOf, onOpenPoint } = await drawChart({ chartWidth: 120 });
    const beside = pixelOf(1) + 8;
    expect(pixelOf(2) - beside).toBeLessThan(8);
    press(pixelOf(1), 'touch');
    press(beside, 'touch');
    expect(onOpenPoint.mock.calls).toEqual([[1]]);
  });

  it('is opened by a click without a pointer if it is the slider’s value', async () => {
    const user = userEvent.setup();
    const { plot, press, pixelOf, onOpenPoint } = await drawChart();
    press(pixelOf(4), 'touch');
    plot.focus();
    await user.keyboard('{Home}');
    fireEvent.click(plot, { detail: 0 });
    expect(onOpenPoint.mock.calls).toEqual([[0]]);
  });

  it('has a hint for screen readers that Enter opens it', async () => {
    const { plot } = await drawChart();
    const hint = document.getElementById(plot.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toContain('Enter to open the scan');
  });
});

describe('dragging across the plot', () => {
  /** Draws the chart with the pointer over it and the code for dragging loaded. */
  async function enterChart() {
    const chart = await drawChart();
    const { plot, pixelOf, onZoom, onOpenPoint, container } = chart;
    fireEvent.pointerEnter(plot);
    await act(async () => {
      await loadChartParts();
    });
    const at = (scan: number) => ({ clientX: pixelOf(scan), pointerType: 'mouse', buttons: 1 });
    const band = () => container.querySelector('[data-band]');
    const drag = (from: number, to: number, pointerType = 'mouse') => {
      fireEvent.pointerDown(plot, { ...at(from), pointerType });
      fireEvent.pointerMove(plot, { ...at((from + to) / 2), pointerType });
      fireEvent.pointerMove(plot, { ...at(to), pointerType });
    };
    const release = () => {
      fireEvent.pointerUp(plot);
      fireEvent.click(plot, { detail: 1 });
    };
    return { ...chart, band, drag, release, onZoom, onOpenPoint };
  }

  it.each([
    ['right', 'mouse', 1, 4],
    ['left', 'pen', 4, 1],
  ])('to the %s with a %s selects the UTC days that it spans', async (_, kind, from, to) => {
    const { drag, release, band, getTooltip, onZoom, onOpenPoint } = await enterChart();
    drag(from, to, kind);
    expect(band()).not.toBeNull();
    // The scan of unknown time is included. A label with the dates, which has the tooltip's class, replaces the
    // tooltip.
    expect(getTooltip()?.textContent).toMatch(/^2\s–\s5 Jan 2026 UTC days$/);
    release();
    expect(band()).toBeNull();
    expect(onZoom.mock.calls).toEqual([[{ start: '2026-01-02', end: '2026-01-05' }]]);
    expect(onOpenPoint).not.toHaveBeenCalled();
  });

  it('is cancelled by Escape, and then releasing the button opens nothing', async () => {
    const { drag, release, band, plot, onZoom, onOpenPoint } = await enterChart();
    drag(1, 4);
    fireEvent.keyDown(plot, { key: 'Escape' });
    expect(band()).toBeNull();
    release();
    expect(onZoom).not.toHaveBeenCalled();
    expect(onOpenPoint).not.toHaveBeenCalled();
  });

  it('continues when new data arrives', async () => {
    const { drag, release, redraw, band, onZoom, onOpenPoint } = await enterChart();
    drag(1, 4);
    redraw();
    expect(band()).not.toBeNull();
    release();
    expect(onZoom.mock.calls).toEqual([[{ start: '2026-01-02', end: '2026-01-05' }]]);
    expect(onOpenPoint).not.toHaveBeenCalled();
  });

  it('is a click if it stays nearest to one scan', async () => {
    const { plot, pixelOf, release, band, onZoom, onOpenPoint } = await enterChart();
    const near = (pixels: number) => ({
      clientX: pixelOf(1) + pixels,
      pointerType: 'mouse',
      buttons: 1,
    });
    fireEvent.pointerDown(plot, near(0));
    fireEvent.pointerMove(plot, near(20));
    expect(band()).toBeNull();
    release();
    expect(onZoom).not.toHaveBeenCalled();
    expect(onOpenPoint.mock.calls).toEqual([[1]]);
  });

  it('is a click if it is shorter than eight pixels, even between two scans', async () => {
    const { plot, pixelOf, release, onZoom, onOpenPoint } = await enterChart();
    const middle = (pixelOf(1) + pixelOf(2)) / 2;
    const near = (pixel: number) => ({ clientX: pixel, pointerType: 'mouse', buttons: 1 });
    fireEvent.pointerDown(plot, near(middle - 3));
    fireEvent.pointerMove(plot, near(middle + 3));
    release();
    expect(onZoom).not.toHaveBeenCalled();
    expect(onOpenPoint.mock.calls).toEqual([[1]]);
  });

  it('opens no scan before the code for dragging has loaded', async () => {
    const { plot, pixelOf, onOpenPoint } = await drawChart();
    const pressedAt = (scan: number) => ({
      clientX: pixelOf(scan),
      pointerType: 'mouse',
      buttons: 1,
    });
    fireEvent.pointerDown(plot, pressedAt(1));
    fireEvent.pointerMove(plot, pressedAt(4));
    fireEvent.pointerUp(plot);
    fireEvent.click(plot, { detail: 1 });
    expect(onOpenPoint).not.toHaveBeenCalled();
  });

  it('selects nothing with a finger, which scrolls instead', async () => {
    const { drag, release, band, onZoom } = await enterChart();
    drag(1, 4, 'touch');
    expect(band()).toBeNull();
    release();
    expect(onZoom).not.toHaveBeenCalled();
  });

  it('does not begin when the pointer returns after its button was released elsewhere', async () => {
    const { drag, plot, pixelOf, band } = await enterChart();
    drag(1, 1);
    fireEvent.pointerMove(plot, { clientX: pixelOf(4), pointerType: 'mouse', buttons: 0 });
    fireEvent.pointerMove(plot, { clientX: pixelOf(5), pointerType: 'mouse', buttons: 1 });
    expect(band()).toBeNull();
  });
});

describe('a label', () => {
  const getEmphasis = () =>
    [...document.querySelectorAll('g[data-emphasis]')].map((line) => [
      line.getAttribute('data-series'),
      line.getAttribute('data-emphasis'),
    ]);

  it('brings its line to the front while hovered', async () => {
    await drawChart();
    const label = within(screen.getByRole('list', { name: 'Series' })).getByRole('button', {
      name: /Beta/,
    });
    fireEvent.pointerEnter(label);
    expect(getEmphasis()).toEqual([
      ['a', 'back'],
      ['b', 'front'],
    ]);
    fireEvent.pointerLeave(label);
    expect(getEmphasis()).toEqual([
      ['b', 'none'],
      ['a', 'none'],
    ]);
  });

  it('brings its line to the front while focused', async () => {
    const user = userEvent.setup();
    const { plot } = await drawChart();
    plot.focus();
    await user.tab();
    expect(getEmphasis().at(-1)).toEqual(['a', 'front']);
    await user.tab();
    expect(getEmphasis().at(-1)).toEqual(['b', 'front']);
    await user.tab();
    expect(getEmphasis().every(([, level]) => level === 'none')).toBe(true);
  });
});
