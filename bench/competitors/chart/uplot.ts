import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Competitor, observeWidth, pointAt } from './competitor.ts';
import type { ChartData } from './data.ts';

const columnsOf = ({ instants, series }: ChartData, metric: 0 | 1): UPlot.AlignedData => [
  instants.map((instant) => instant / 1000),
  ...series.map(({ values }) => [...values[metric]]),
];

export const uplot: Competitor = {
  name: 'uPlot',
  prepare: (data) => {
    const columns = [columnsOf(data, 0), columnsOf(data, 1)] as const;
    return (box, size) => {
      let isDrawn = false;
      const chart = new UPlot(
        {
          hooks: {
            draw: [
              () => {
                isDrawn = true;
              },
            ],
          },
          width: size.width,
          height: size.height,
          series: [
            {},
            ...data.series.map(({ name, colour }) => ({
              label: name,
              stroke: colour,
              width: 1.75,
              points: { show: false },
            })),
          ],
        },
        columns[0],
        box,
      );
      const redraw = (change: () => void) => {
        isDrawn = false;
        change();
      };
      const unobserve = observeWidth(box, (width) =>
        redraw(() => chart.setSize({ width, height: size.height })),
      );
      return {
        update: (metric) => redraw(() => chart.setData(columns[metric])),
        setHidden: (index, isHidden) =>
          redraw(() => chart.setSeries(index + 1, { show: !isHidden })),
        hover: (x) => pointAt(box, x),
        isDone: () => isDrawn && chart.width === box.clientWidth,
        isHovered: () => typeof chart.cursor.idx === 'number',
        unmount: () => {
          unobserve();
          chart.destroy();
        },
      };
    };
  },
};
