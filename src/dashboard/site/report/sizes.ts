/** The chart's sizes in pixels. `sheet` and `landscape` make the chart's text about as large as the text around it. */
export const chartSizes = {
  sheet: { width: 740, height: 270 },
  phone: { width: 360, height: 440 },
  /** For paper in landscape, where the chart is as wide as the paper. */
  landscape: { width: 1016, height: 310 },
};
