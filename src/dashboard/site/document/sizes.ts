/** The size of the chart in pixels: on a sheet, where its text is as large as the sheet's, and on a phone. */
export const chartSizes = {
  sheet: { width: 740, height: 330 },
  phone: { width: 360, height: 440 },
};
