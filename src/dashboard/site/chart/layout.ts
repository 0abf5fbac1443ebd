import { msPerUtcDay } from '../../../contract/dates/days.ts';
import { isEvidence, type SeriesColumn } from '../../api/columns.ts';
import { instantAt, wallClockAt } from '../../time/clock.ts';
import type { Locale } from '../../time/format.ts';
import { type Tick, timeTicks } from '../../time/ticks.ts';
import { msPerHour } from '../../time/zone.ts';
import { extremesOf } from '../series/extremes.ts';
import { tickValue } from '../series/figures.ts';
import { createValueAxis, pixelOf, type Scale } from './scale.ts';
import { spreadLabels } from './spread.ts';

/** Minimum pixels between the centres of end labels, the minimum target size of WCAG 2.5.8. */
const labelHeight = 24;
/** Minimum and maximum width of the end labels, in pixels. */
const labelWidthRange = [130, 264] as const;
/** Pixels of a label besides its name: swatch, figure and gaps. */
const labelExtras = 96;
/** Pixels; narrower charts show a legend below instead of end labels. */
const minWidthForLabels = 720;
const axisHeight = 28;
const top = 10;
/** Approximate width of a character in a label, in pixels. */
const characterWidth = 7.5;
/** Minimum pixels between two labels of the time axis. */
const tickGap = 12;
/** Characters in a short label of the time axis, such as "Aug 12". */
const shortLabelLength = 6;

export interface ChartSize {
  width: number;
  height: number;
}

/** The positions of a chart's parts, in pixels from its top left corner. */
export interface Layout extends ChartSize {
  x: Scale;
  y: Scale;
  timeTicks: readonly Tick[];
  valueTicks: readonly { value: number; label: string }[];
  /** Width of the value axis with its labels. */
  axisWidth: number;
  /** Height of the time axis with its labels. */
  axisHeight: number;
  /** Pixels above the plot. */
  top: number;
  /** Pixels to the right of the plot, for end labels. */
  right: number;
  /** Centre of each drawn series' end label; null if a legend is shown instead. */
  labelCentres: readonly number[] | null;
}

/** The last value with evidence in a series; null if there is none. */
function lastValueOf(series: SeriesColumn): number | null {
  return series.values.findLast(isEvidence) ?? null;
}

/** An earlier period behind the lines, which both axes also cover. */
interface Background {
  series: readonly SeriesColumn[];
  /** Shifted to the days in view, ascending. */
  instants: Float64Array;
}

/**
 * The domain of a time axis: from the first instant to the last one.
 * @param background the instants of an earlier period, which may start before and end after `instants`
 */
export function timeDomainOf(
  instants: Float64Array,
  background: Float64Array = instants,
): [from: number, to: number] {
  const [from, to] = extremesOf([instants, background]) ?? [0, 0];
  // A single scan is in the middle of an axis of 24 hours.
  return to > from ? [from, to] : [from - 12 * msPerHour, to + 12 * msPerHour];
}

/** Creates as many ticks for a time axis as fit with their labels. */
export function fitTicks({ domain, pixels }: Scale, zone: string, locale: Locale): readonly Tick[] {
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

/**
 * Lays out a chart.
 * @param instants the instants of all scans, ascending
 * @param unit the unit of the values; undefined if unknown
 */
export function layOut(
  size: ChartSize,
  instants: Float64Array,
  drawn: readonly SeriesColumn[],
  zone: string,
  unit: string | undefined,
  locale: Locale,
  background: Background | null = null,
): Layout {
  const bottom = size.height - axisHeight;
  const valueLists = [...drawn, ...(background?.series ?? [])].map(({ values }) => values);
  const axis = createValueAxis(...(extremesOf(valueLists) ?? [0, 1]), 5);
  const valueTicks = axis.ticks.map((value) => ({
    value,
    label: tickValue(value, axis.decimals, unit, locale),
  }));
  const longest = Math.max(...valueTicks.map(({ label }) => label.length));
  const axisWidth = Math.min(Math.ceil(longest * characterWidth) + 12, size.width / 3);
  const y: Scale = {
    domain: [axis.ticks[0] ?? 0, axis.ticks.at(-1) ?? 1],
    pixels: [bottom, top],
  };
  const lineEnds = drawn.map((series) => pixelOf(y, lastValueOf(series) ?? y.domain[0]));
  const labelCentres =
    size.width >= minWidthForLabels ? spreadLabels(lineEnds, labelHeight, top, bottom) : null;
  const maxNameLength = Math.max(0, ...drawn.map(({ label }) => label.length));
  const [narrowest, widest] = labelWidthRange;
  const right = labelCentres
    ? Math.min(widest, Math.max(narrowest, maxNameLength * characterWidth + labelExtras))
    : 14;
  const [from, to] = timeDomainOf(instants, background?.instants);
  const x: Scale = { domain: [from, to], pixels: [axisWidth, size.width - right] };
  return {
    ...size,
    x,
    y,
    timeTicks: fitTicks(x, zone, locale),
    valueTicks,
    axisWidth,
    axisHeight,
    top,
    right,
    labelCentres,
  };
}

/** A label of an axis. */
export interface TickLabel {
  text: string;
  /** The pixel at its centre; the tick's position by default. */
  x?: number;
}

/**
 * The labels of the time axis by the instant of their tick. Labels beyond the end of the axis are left out, and so are
 * those that the edge of the chart would cut.
 */
export function timeLabelsOf({ timeTicks, x, width }: Layout): ReadonlyMap<number, TickLabel> {
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
      .map(({ instant, ...label }) => [instant, label]),
  );
}
