/** The smallest width of a small chart, in pixels. */
const minWidth = 208;
/** Pixels above the charts for the markers of changes. */
export const markerHeight = 16;
/** Pixels below the charts for the labels of the time axis. */
export const axisHeight = 20;
/** Pixels of one line of text above a chart. */
export const lineHeight = 22;
/** Pixels between the text above a chart and its drawing. */
export const headGap = 4;
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
 * arrives. Two rows are as tall as the line chart; on phones, the charts are lower, so that eight fit on one screen.
 */
export function arrangeMultiples(count: number, width: number): Grid {
  const fitting = Math.floor((width + columnGap) / (minWidth + columnGap));
  const columns = Math.min(Math.max(1, fitting), Math.max(1, count));
  const rows = Math.ceil(count / columns);
  const isNarrow = fitting <= 1;
  const chartHeight = isNarrow ? 96 : 144;
  const gaps = { row: isNarrow ? 8 : 16, column: columnGap };
  return {
    columns,
    gaps,
    chartWidth: (width - (columns - 1) * columnGap) / columns,
    chartHeight,
    height: markerHeight + rows * chartHeight + Math.max(0, rows - 1) * gaps.row + axisHeight,
  };
}
