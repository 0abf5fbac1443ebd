import '@fontsource-variable/inter/wght.css';
import '../../src/dashboard/ui/tokens.css';
import '../../src/dashboard/ui/base.css';
import { chartjs } from './chartjs.ts';
import type { Competitor, Mounted, Size } from './competitor.ts';
import { type ChartData, makeData } from './data.ts';
import { echarts } from './echarts.ts';
import { plainRecharts } from './recharts.tsx';
import { sightline } from './sightline.tsx';
import { uplot } from './uplot.ts';

const competitors: readonly Competitor[] = [sightline, uplot, echarts, chartjs, plainRecharts];
const size: Size = { width: 1100, height: 340 };
const narrow: Size = { width: 900, height: 340 };
const timeoutMs = 20_000;

/** Milliseconds of each step of one run. */
export interface Steps {
  mount: number;
  update: number;
  resize: number;
  hide: number;
  /** Times between frames, while the pointer moves once a frame. */
  hover: number[];
}

const stage = document.getElementById('stage');
if (!stage) throw new Error('The page has no stage.');

/** Resolves once the next frame has been drawn. */
const frame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });

/** The time at which the next frame begins, in milliseconds. */
const tick = () => new Promise<number>((resolve) => void requestAnimationFrame(resolve));

/** Milliseconds until a change is drawn in a frame. */
async function timeUntilDrawn(
  what: string,
  change: () => void,
  isDone: () => boolean,
): Promise<number> {
  await frame();
  const began = performance.now();
  change();
  await frame();
  while (!isDone()) {
    if (performance.now() - began > timeoutMs)
      throw new Error(`Not shown within ${timeoutMs} ms: ${what}.`);
    await frame();
  }
  return performance.now() - began;
}

type Mount = (box: HTMLElement, size: Size) => Mounted;
let prepared: Map<string, Mount> = new Map();
let shown: { chart: Mounted; box: HTMLElement } | null = null;

function createBox(): HTMLElement {
  const box = document.createElement('div');
  box.style.width = `${size.width}px`;
  box.style.minHeight = `${size.height}px`;
  stage?.replaceChildren(box);
  return box;
}

/** Runs one competitor through every step once. */
async function run(name: string, moves: number): Promise<Steps> {
  const mount = prepared.get(name);
  if (!mount) throw new Error(`${name} is not prepared.`);
  const box = createBox();
  let mounted: Mounted | null = null;
  const chart = (): Mounted => {
    if (!mounted) throw new Error(`${name} is not mounted.`);
    return mounted;
  };
  const isDone = () => chart().isDone();
  const steps: Steps = {
    mount: await timeUntilDrawn(
      `${name} mounted`,
      () => {
        mounted = mount(box, size);
      },
      isDone,
    ),
    update: await timeUntilDrawn(`${name} update`, () => chart().update(1), isDone),
    resize: await timeUntilDrawn(`${name} resize`, () => chart().resize(narrow), isDone),
    hide: await timeUntilDrawn(`${name} hide`, () => chart().hide(0, true), isDone),
    hover: [],
  };
  let before = await tick();
  for (let move = 0; move < moves; move += 1) {
    chart().hover(120 + ((move * 37) % 500));
    const now = await tick();
    if (!chart().isHovered()) throw new Error(`${name} shows nothing at the pointer.`);
    steps.hover.push(now - before);
    before = now;
  }
  // Restore the size, so that the next run starts from the same layout.
  await timeUntilDrawn(`${name} restored size`, () => chart().resize(size), isDone);
  chart().unmount();
  await frame();
  return steps;
}

/** Shows a competitor's chart until the next call, so that its pixels can be checked. */
async function show(name: string): Promise<void> {
  shown?.chart.unmount();
  const box = createBox();
  const chart = prepared.get(name)?.(box, size);
  if (!chart) throw new Error(`${name} is not prepared.`);
  shown = { chart, box };
  // Recharts animates its lines for 1.5 seconds.
  const began = performance.now();
  while (performance.now() - began < 2_500) await frame();
}

/**
 * Looks for the colours of the series in a screenshot of the chart.
 * @param png in base64
 * @returns the number of colours found, and the number of pixel columns that contain any of them
 */
async function coloursIn(png: string, data: ChartData) {
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
  const wanted = data.series.map(({ colour }) => rgbOf(colour));
  context.drawImage(image, 0, 0);
  const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
  const found = new Array<number>(wanted.length).fill(0);
  const columns = new Set<number>();
  for (let at = 0; at < pixels.length; at += 4) {
    for (const [place, colour] of wanted.entries()) {
      const isMatch = colour.every(
        (value, channel) => Math.abs((pixels[at + channel] ?? 0) - value) < 20,
      );
      if (!isMatch) continue;
      found[place] = (found[place] ?? 0) + 1;
      columns.add((at / 4) % image.width);
      break;
    }
  }
  return { found: found.filter((count) => count >= 20).length, columns: columns.size };
}

const api = {
  names: competitors.map(({ name }) => name),
  prepare: (series: number, scans: number, names: readonly string[]) => {
    const data = makeData(series, scans);
    prepared = new Map(
      competitors
        .filter(({ name }) => names.includes(name))
        .map(({ name, prepare }) => [name, prepare(data)]),
    );
  },
  run,
  show,
  coloursIn: (png: string, series: number, scans: number) =>
    coloursIn(png, makeData(series, scans)),
};
export type BenchApi = typeof api;
Object.assign(window, { bench: api });
