import type { MeasuredWidth } from './use-width.ts';

/** The smallest width of a small chart, in pixels; on paper, four of them share a row. */
const minWidth = 208;
const minPaperWidth = 150;
/** Pixels above the charts for the markers of changes. */
export const markerHeight = 16;
/** Pixels below the charts for the labels of the time axis. */
export const axisHeight = 20;
/** Pixels of one line of text above a chart. */
export const lineHeight = 24;
/** Pixels between the text above a chart and its drawing. */
export const headGap = 2;
/** Pixels between columns. */
const columnGap = 16;

/** How small charts are arranged, in pixels. */
export interface Grid {
  columns: number;
  /** Between rows and between columns. */
  gaps: { row: number; column: number };
  /** Width of a chart with its value axis. */
  chartWidth: number;
  /** Height of a chart with its name. */
  chartHeight: number;
  /** Height of everything, with markers and time axis. */
  height: number;
}

/**
 * Arranges small charts. Their height does not depend on values, so that nothing moves when their code or a comparison
 * arrives. Two rows are as tall as the line chart, also on paper; on phones, the charts are lower, so that eight fit on
 * one screen.
 */
export function arrangeMultiples(count: number, { width, isPaper }: MeasuredWidth): Grid {
  const smallestWidth = isPaper ? minPaperWidth : minWidth;
  const fitting = Math.floor((width + columnGap) / (smallestWidth + columnGap));
  const rows = Math.ceil(count / Math.max(1, fitting));
  // No more than the rows need, so that the last row is as full as it can be.
  const columns = Math.ceil(count / Math.max(1, rows));
  const isNarrow = fitting <= 1;
  const chartHeight = isPaper ? 92 : isNarrow ? 96 : 144;
  const gaps = { row: isPaper || isNarrow ? 8 : 16, column: columnGap };
  return {
    columns,
    gaps,
    chartWidth: (width - (columns - 1) * columnGap) / columns,
    chartHeight,
    height: markerHeight + rows * chartHeight + Math.max(0, rows - 1) * gaps.row + axisHeight,
  };
}
