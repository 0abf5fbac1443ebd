import { msPerUtcDay } from '../../../contract/dates/days.ts';
import { instantAt } from '../../../contract/dates/instant-at.ts';
import { wallClockAt } from '../../../contract/dates/wall-clock.ts';
import type { Locale } from '../../../figures/formats/dates.ts';
import { tickValue } from '../../../figures/formats/values.ts';
import { extremesOf } from '../../../figures/series/extremes.ts';
import { type Tick, timeTicks } from '../../time/ticks.ts';
import { msPerHour } from '../../time/zone.ts';
import { type AxisLimits, createValueAxis, pixelOf, type Scale } from './scale.ts';
import { textWidth } from './text-width.ts';

/** The font of the labels of both axes. */
export const tickFont = { size: 12 };
/** Minimum pixels between two labels of the time axis. */
const tickGap = 12;
/**
 * Pixels for each character of a time label. A rough figure, so that all labels of one length, such as those of days,
 * have the same distance in every month.
 */
const characterWidth = 7.5;
/** Characters in a short label of the time axis, such as "Aug 12". */
const shortLabelLength = 6;

/** An axis of percentages without zero covers ten points or more. */
const percentLimits: AxisLimits = { minLength: 10, limit: 100 };

export interface ValueTick {
  value: number;
  /** Pixel. */
  at: number;
  label: string;
}

export interface ValueAxisDrawing {
  y: Scale;
  /** From the lowest to the highest. */
  valueTicks: readonly ValueTick[];
  /** Says where an axis without zero starts, or ends if it is negative; empty if the axis includes zero. */
  axisNote: string;
}

/**
 * The value axis of a chart.
 * @param valueLists the values of every line, including those of an earlier period; NaN where there is no value
 * @param intervals the approximate number of intervals between ticks
 * @param pixels of the bottom and the top of the plot
 * @param unit the unit of the values; undefined if unknown
 */
export function drawValueAxis(
  valueLists: Iterable<ArrayLike<number>>,
  intervals: number,
  pixels: Scale['pixels'],
  unit: string | undefined,
  locale: Locale,
): ValueAxisDrawing {
  const [lowest, highest] = extremesOf(valueLists) ?? [0, 1];
  const limits = unit === '%' ? percentLimits : undefined;
  const { ticks, decimals } = createValueAxis(lowest, highest, intervals, limits);
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const y: Scale = { domain: [low, high], pixels };
  const valueTicks = ticks.map((value) => ({
    value,
    at: pixelOf(y, value),
    label: tickValue(value, decimals, unit, locale),
  }));
  const end = low > 0 ? 'starts' : high < 0 ? 'ends' : null;
  const endTick = low > 0 ? valueTicks[0] : valueTicks.at(-1);
  return {
    y,
    valueTicks,
    axisNote: end ? `The axis ${end} at ${endTick?.label}, not at zero` : '',
  };
}

/** The width of the widest label of a value axis, in whole pixels. */
export const labelWidthOf = ({ valueTicks }: ValueAxisDrawing): number =>
  Math.ceil(Math.max(...valueTicks.map(({ label }) => textWidth(label, tickFont))));

/**
 * The domain of a time axis: from the first instant to the last one.
 * @param background the instants of an earlier period, which may start before and end after `instants`
 */
function timeDomainOf(
  instants: Float64Array,
  background: Float64Array = instants,
): [from: number, to: number] {
  const [from, to] = extremesOf([instants, background]) ?? [0, 0];
  // A single scan is in the middle of an axis of 24 hours.
  return to > from ? [from, to] : [from - 12 * msPerHour, to + 12 * msPerHour];
}

/** Creates as many ticks for a time axis as fit with their labels. */
function fitTicks({ domain, pixels }: Scale, zone: string, locale: Locale): readonly Tick[] {
  const width = pixels[1] - pixels[0];
  const [from, to] = domain;
  // Starts at the first day's midnight, so that a partly shown first day can have a label.
  const isDaily = to - from >= 2 * msPerUtcDay;
  const start = isDaily ? instantAt(wallClockAt(from, zone).day, '00:00', zone) : from;
  const ticksOf = (labelWidth: number) =>
    timeTicks(start, to, zone, Math.max(2, Math.floor(width / (labelWidth + tickGap))), locale)
      .filter(({ labelAt }) => labelAt >= from)
      .map((tick) => ({ ...tick, instant: Math.max(tick.instant, from) }));
  const shortTicks = ticksOf(shortLabelLength * characterWidth);
  const longest = Math.max(0, ...shortTicks.map(({ label }) => label.length));
  return longest <= shortLabelLength ? shortTicks : ticksOf(longest * characterWidth);
}

export interface TimeAxisDrawing {
  x: Scale;
  timeTicks: readonly Tick[];
}

/**
 * The time axis of a chart.
 * @param pixels of the left and the right edge of the plot
 * @param background the instants of an earlier period, which the axis also covers
 */
export function drawTimeAxis(
  instants: Float64Array,
  background: Float64Array | undefined,
  pixels: Scale['pixels'],
  zone: string,
  locale: Locale,
): TimeAxisDrawing {
  const x: Scale = { domain: timeDomainOf(instants, background), pixels };
  return { x, timeTicks: fitTicks(x, zone, locale) };
}

/** A label of an axis. */
export interface TickLabel {
  text: string;
  /** The pixel at its centre; the tick's position by default. */
  x?: number;
}

interface LabelledTimeAxis extends TimeAxisDrawing {
  /** The right edge of the chart, in pixels. */
  width: number;
}

/**
 * The labels of the time axis by the instant of their tick. Labels beyond the end of the axis are left out, and so are
 * those that the edge of the chart would cut.
 */
export function timeLabelsOf({ timeTicks, x, width }: LabelledTimeAxis) {
  const labels = timeTicks.map(({ instant, label, labelAt }) => ({
    instant,
    labelAt,
    text: label,
    x: pixelOf(x, labelAt),
  }));
  return new Map(
    labels
      .filter(({ labelAt }) => labelAt <= x.domain[1])
      .filter(({ text, x: centre }) => centre + (text.length * characterWidth) / 2 <= width)
      .map(({ instant, text, x: centre }) => [instant, { text, x: centre }]),
  );
}

/** Path data of the horizontal grid lines. */
export const gridPathOf = (
  valueTicks: readonly ValueTick[],
  [start, end]: Scale['pixels'],
): string => valueTicks.map(({ at }) => `M${start} ${at}H${end}`).join('');

/** Path data of the line at zero; empty if the axis starts at zero or does not include it. */
export const zeroPathOf = ({ pixels: [start, end] }: Scale, y: Scale): string =>
  y.domain[0] < 0 && y.domain[1] >= 0 ? `M${start} ${pixelOf(y, 0)}H${end}` : '';

/**
 * The pixel of a scan at which the measurement changed. With weekly or monthly points, a scan may be before the first
 * point or after the last one, and is then marked at the edge of the plot.
 */
export function changePixelOf(x: Scale, instant: number): number {
  const [left, right] = x.pixels;
  return Math.min(right, Math.max(left, pixelOf(x, instant)));
}

/** Path data of vertical lines at the instants of scans at which the measurement changed. */
export function changePathOf(
  instants: readonly number[],
  x: Scale,
  { pixels: [bottom, top] }: Scale,
): string {
  const pixels = new Set(instants.map((instant) => changePixelOf(x, instant)));
  return [...pixels].map((pixel) => `M${pixel} ${top}V${bottom}`).join('');
}

/** Whether the line of an earlier period is faint: if there are several, all but the tracked one's. */
export const isEarlierLineFaint = (isTracked: boolean, earlierLineCount: number): boolean =>
  !isTracked && earlierLineCount > 1;

/** What decides where a line is painted among the others. */
interface Layered {
  isTracked: boolean;
  isQuiet: boolean;
  isInFront?: boolean;
}

/**
 * Sorts lines into the order in which they are painted, since SVG paints in document order: quiet lines, clear lines,
 * the tracked one and the one in front. Of equal lines, the first is on top.
 */
export function sortByLayer<Line>(
  lines: readonly Line[],
  traitsOf: (line: Line) => Layered,
): Line[] {
  const layerOf = (line: Line) => {
    const { isTracked, isQuiet, isInFront = false } = traitsOf(line);
    return isInFront ? 3 : isTracked ? 2 : isQuiet ? 0 : 1;
  };
  return lines.toReversed().sort((a, b) => layerOf(a) - layerOf(b));
}
