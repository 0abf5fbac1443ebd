import type { SeriesColumn } from '../../../figures/series/columns.ts';
import { extremesOf } from '../../../figures/series/extremes.ts';
import {
  drawTimeAxis,
  drawValueAxis,
  labelWidthOf,
  type TimeAxisDrawing,
  type ValueAxisDrawing,
} from '../chart/drawing.ts';
import { findAllEarlierSeries } from '../chart/earlier.tsx';
import { isHighlighted } from '../series/drawn.ts';
import type { PictureProps } from './props.ts';

/** Pixels below the plot for the labels of the time axis. */
const axisHeight = 26;
/** Pixels above the plot, with room for half a label. */
const topMargin = 8;
/** Pixels to the right of the plot. */
const rightMargin = 26;
/** Pixels reserved for the value axis besides the width of its labels. */
const axisGap = 10;
/** The approximate distance between two ticks of the value axis, in pixels. */
const tickDistance = 56;

/** An area of a picture in pixels, positioned from the picture's top left corner. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PlotLayout extends TimeAxisDrawing, ValueAxisDrawing {
  /** The right edge of the plot and its labels, in pixels. */
  width: number;
}

/** The earlier values of the series in colour; the others have no earlier line. */
export const earlierColumnsOf = ({ series, earlier }: PictureProps): SeriesColumn[] =>
  findAllEarlierSeries(
    earlier,
    series.filter((drawn) => isHighlighted(drawn, null)),
  );

/** The values of every line in both periods; NaN where there is no value. */
export const valuesOf = (props: PictureProps): Float64Array[] =>
  [...props.series.map(({ summary }) => summary.series), ...earlierColumnsOf(props)].map(
    ({ values }) => values,
  );

/** Whether there is anything to draw. */
export const hasValues = (props: PictureProps): boolean => extremesOf(valuesOf(props)) !== null;

/** Lays out axes in a box that includes their labels. */
export function layOutPlot(props: PictureProps, { left, top, width, height }: Box): PlotLayout {
  const { instants, earlier, wording } = props;
  const { unit, locale, zone } = wording;
  const intervals = Math.max(2, Math.round(height / tickDistance));
  const pixels = [top + height - axisHeight, top + topMargin] as const;
  const valueAxis = drawValueAxis(valuesOf(props), intervals, pixels, unit, locale);
  const start = left + Math.min(labelWidthOf(valueAxis) + axisGap, width / 3);
  const timeAxis = drawTimeAxis(
    instants,
    earlier?.model.instants,
    [start, left + width - rightMargin],
    zone,
    locale,
  );
  return { ...valueAxis, ...timeAxis, width: left + width };
}
