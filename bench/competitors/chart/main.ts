import '@fontsource-variable/inter/wght.css';
import '../../../src/dashboard/ui/tokens.css';
import '../../../src/dashboard/ui/base.css';
import { chartjs } from './chartjs.ts';
import type { Competitor, MountedChart, Size } from './competitor.ts';
import { type ChartData, createChartData } from './data.ts';
import { echarts } from './echarts.ts';
import { plainRecharts } from './recharts.tsx';
import { sightline } from './sightline.tsx';
import { uplot } from './uplot.ts';

const competitors: readonly Competitor[] = [sightline, uplot, echarts, chartjs, plainRecharts];
const size: Size = { width: 1100, height: 340 };
/** In pixels. */
const narrowWidth = 900;
const timeoutMs = 20_000;
/** In milliseconds; browsers report no shorter events. */
const shortestClickTime = 16;
/** Frames to wait until a change has reached the screen, so that it does not delay the next one. */
const settlingFrames = 10;
/** Enough frames for a chart to reach the screen, or for a click to be reported. */
const reportingFrames = 20;

/** Milliseconds of each step of one run. */
export interface StepTimes {
  mount: number;
  update: number;
  resize: number;
  hide: number;
  /** Times between frames, while the pointer moves once a frame. */
  hover: number[];
}

/** A change whose time from the click to the screen is measured. */
export type ClickedChange = 'update' | 'hide';

const stage = document.getElementById('stage');
if (!stage) throw new Error('The page has no stage.');

/** Resolves once the next frame has been drawn. */
const waitForFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });

async function waitForFrames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame += 1) await waitForFrame();
}

/** Waits for the next frame to begin, and returns the time when it does, in milliseconds. */
const waitForFrameStart = () =>
  new Promise<number>((resolve) => void requestAnimationFrame(resolve));

/** Makes a change, and returns the milliseconds until it is drawn in a frame. */
async function measureTimeUntilDrawn(
  description: string,
  change: () => void,
  isDone: () => boolean,
): Promise<number> {
  await waitForFrames(settlingFrames);
  const began = performance.now();
  change();
  await waitForFrame();
  while (!isDone()) {
    if (performance.now() - began > timeoutMs)
      throw new Error(`Not shown within ${timeoutMs} ms: ${description}.`);
    await waitForFrame();
  }
  return performance.now() - began;
}

type Mount = (box: HTMLElement, size: Size) => MountedChart;
let preparedCharts: Map<string, Mount> = new Map();
let shownChart: { chart: MountedChart; box: HTMLElement } | null = null;

function createBox(): HTMLElement {
  const box = document.createElement('div');
  box.style.width = `${size.width}px`;
  box.style.minHeight = `${size.height}px`;
  stage?.replaceChildren(box);
  return box;
}

/** Runs one competitor through every step once. */
async function run(name: string, pointerMoves: number): Promise<StepTimes> {
  const mount = preparedCharts.get(name);
  if (!mount) throw new Error(`${name} is not prepared.`);
  const box = createBox();
  let mountedChart: MountedChart | null = null;
  const getChart = (): MountedChart => {
    if (!mountedChart) throw new Error(`${name} is not mounted.`);
    return mountedChart;
  };
  const isDone = () => getChart().isDone();
  const resizeBox = (width: number) => {
    box.style.width = `${width}px`;
  };
  const steps: StepTimes = {
    mount: await measureTimeUntilDrawn(
      `${name} mount`,
      () => {
        mountedChart = mount(box, size);
      },
      isDone,
    ),
    update: await measureTimeUntilDrawn(`${name} update`, () => getChart().update(1), isDone),
    resize: await measureTimeUntilDrawn(`${name} resize`, () => resizeBox(narrowWidth), isDone),
    hide: await measureTimeUntilDrawn(`${name} hide`, () => getChart().setHidden(0, true), isDone),
    hover: [],
  };
  let before = await waitForFrameStart();
  for (let move = 0; move < pointerMoves; move += 1) {
    getChart().hover(120 + ((move * 37) % 500));
    const now = await waitForFrameStart();
    if (!getChart().isHovered()) throw new Error(`${name} shows nothing at the pointer.`);
    steps.hover.push(now - before);
    before = now;
  }
  // Restore the size, so that the next run starts from the same layout.
  await measureTimeUntilDrawn(`${name} resize back`, () => resizeBox(size.width), isDone);
  getChart().unmount();
  await waitForFrame();
  return steps;
}

/** Shows a competitor's chart until the next call, so that its pixels can be checked. */
async function show(name: string): Promise<void> {
  shownChart?.chart.unmount();
  const box = createBox();
  const chart = preparedCharts.get(name)?.(box, size);
  if (!chart) throw new Error(`${name} is not prepared.`);
  shownChart = { chart, box };
  // Recharts animates its lines for 1.5 seconds.
  const began = performance.now();
  while (performance.now() - began < 2_500) await waitForFrame();
}

const eventOptions: PerformanceObserverInit & { durationThreshold: number } = {
  type: 'event',
  durationThreshold: shortestClickTime,
};

/** Click-to-screen times of the chart on stage, in milliseconds, as they are reported. */
const clickTimes: number[] = [];
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) {
    if (name === 'pointerdown') clickTimes.push(duration);
  }
}).observe(eventOptions);

/** Mounts a competitor's chart and waits until its pixels are on the screen. */
async function stageForClicks(name: string): Promise<void> {
  shownChart?.chart.unmount();
  const box = createBox();
  const chart = preparedCharts.get(name)?.(box, size);
  if (!chart) throw new Error(`${name} is not prepared.`);
  shownChart = { chart, box };
  await waitForFrames(reportingFrames);
}

/** Makes the next click anywhere change the chart on stage. */
function changeOnClick(change: ClickedChange): void {
  clickTimes.length = 0;
  window.addEventListener(
    'pointerdown',
    () => {
      if (change === 'update') shownChart?.chart.update(1);
      else shownChart?.chart.setHidden(0, true);
    },
    { once: true },
  );
}

/** Returns how long the last click took: `shortestClickTime` if it took less, since such clicks are not reported. */
async function readClickTime(): Promise<number> {
  await waitForFrames(reportingFrames);
  if (!shownChart?.chart.isDone()) throw new Error('The chart did not show the change.');
  return clickTimes.at(-1) ?? shortestClickTime;
}

/**
 * Looks for the colours of the series in a screenshot of the chart.
 * @param png in base64
 * @returns the number of colours found, and the number of pixel columns that contain any of them
 */
async function countColours(png: string, data: ChartData) {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas.');
  const rgbOf = (colour: string) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const seriesColours = data.series.map(({ colour }) => rgbOf(colour));
  context.drawImage(image, 0, 0);
  const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
  const pixelCounts = new Array<number>(seriesColours.length).fill(0);
  const columns = new Set<number>();
  for (let offset = 0; offset < pixels.length; offset += 4) {
    for (const [index, colour] of seriesColours.entries()) {
      const isMatch = colour.every(
        (value, channel) => Math.abs((pixels[offset + channel] ?? 0) - value) < 20,
      );
      if (!isMatch) continue;
      pixelCounts[index] = (pixelCounts[index] ?? 0) + 1;
      columns.add((offset / 4) % image.width);
      break;
    }
  }
  return {
    colours: pixelCounts.filter((count) => count >= 20).length,
    columns: columns.size,
  };
}

const api = {
  names: competitors.map(({ name }) => name),
  prepare: (series: number, scans: number, names: readonly string[]) => {
    const data = createChartData(series, scans);
    preparedCharts = new Map(
      competitors
        .filter(({ name }) => names.includes(name))
        .map(({ name, prepare }) => [name, prepare(data)]),
    );
  },
  run,
  show,
  stageForClicks,
  changeOnClick,
  readClickTime,
  countColours: (png: string, series: number, scans: number) =>
    countColours(png, createChartData(series, scans)),
};
export type BenchApi = typeof api;
Object.assign(window, { bench: api });
