/** The chart's sizes in pixels. `sheet` makes the chart's text about as large as the text around it. */
export const chartSizes = {
  sheet: { width: 740, height: 330 },
  phone: { width: 360, height: 440 },
};
