/** The chart's sizes in pixels. `sheet` and `landscape` make the chart's text about as large as the text around it. */
export const chartSizes = {
  sheet: { width: 740, height: 250 },
  phone: { width: 360, height: 440 },
  /** For paper in landscape, where the chart is as wide as the paper. Fits on a page whose upper half is full. */
  landscape: { width: 1016, height: 260 },
};
