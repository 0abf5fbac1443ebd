import type { Locale } from '../../../figures/formats/dates.ts';
import { isEvidence, type SeriesColumn } from '../../../figures/series/columns.ts';
import {
  drawTimeAxis,
  drawValueAxis,
  labelWidthOf,
  type TimeAxisDrawing,
  type ValueAxisDrawing,
} from './drawing.ts';
import { pixelOf } from './scale.ts';
import { spreadLabels } from './spread.ts';
import { textWidth } from './text-width.ts';

/** Minimum pixels between the centres of end labels, the minimum target size of WCAG 2.5.8. */
const labelHeight = 24;
/** Minimum and maximum width of the end labels, in pixels. */
const labelWidthRange = [130, 264] as const;
/** The font of an end label. */
const nameFont = { size: 13 };
/** Pixels of a label besides its name: swatch, figure and gaps. */
const labelExtras = 96;
/** Pixels; narrower charts show a legend below instead of end labels. */
const minWidthForLabels = 720;
const axisHeight = 28;
const top = 10;

export interface ChartSize {
  width: number;
  height: number;
}

/** The positions of a chart's parts, in pixels from its top left corner. */
export interface Layout extends ChartSize, TimeAxisDrawing, ValueAxisDrawing {
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
  const valueAxis = drawValueAxis(valueLists, 5, [bottom, top], unit, locale);
  const { y } = valueAxis;
  const axisWidth = Math.min(labelWidthOf(valueAxis) + 12, size.width / 3);
  const lineEnds = drawn.map((series) => pixelOf(y, lastValueOf(series) ?? y.domain[0]));
  const labelCentres =
    size.width >= minWidthForLabels ? spreadLabels(lineEnds, labelHeight, top, bottom) : null;
  const nameWidth = Math.max(0, ...drawn.map(({ label }) => textWidth(label, nameFont)));
  const [narrowest, widest] = labelWidthRange;
  const right = labelCentres ? Math.min(widest, Math.max(narrowest, nameWidth + labelExtras)) : 14;
  const pixels = [axisWidth, size.width - right] as const;
  return {
    ...size,
    ...valueAxis,
    ...drawTimeAxis(instants, background?.instants, pixels, zone, locale),
    axisWidth,
    axisHeight,
    top,
    right,
    labelCentres,
  };
}
