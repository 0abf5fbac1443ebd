import { init } from 'echarts';
import { type Competitor, observeWidth, pointAt } from './competitor.ts';
import type { ChartData } from './data.ts';

const pairsOf = ({ instants, series }: ChartData, metric: 0 | 1) =>
  series.map(({ values }) => instants.map((instant, scan) => [instant, values[metric][scan] ?? 0]));

export const echarts: Competitor = {
  name: 'Apache ECharts',
  prepare: (data) => {
    const pairs = [pairsOf(data, 0), pairsOf(data, 1)] as const;
    return (box, size) => {
      const chart = init(box, null, size);
      const seriesOf = (metric: 0 | 1) =>
        data.series.map(({ name, colour }, index) => ({
          name,
          type: 'line' as const,
          showSymbol: false,
          // The other canvas libraries decimate too.
          sampling: 'minmax' as const,
          lineStyle: { color: colour, width: 1.75 },
          itemStyle: { color: colour },
          data: pairs[metric][index] ?? [],
        }));
      chart.setOption({
        animation: false,
        tooltip: { trigger: 'axis' },
        legend: { type: 'scroll', bottom: 0 },
        grid: { left: 40, right: 10, top: 10, bottom: 50 },
        xAxis: { type: 'time' },
        yAxis: { type: 'value' },
        series: seriesOf(0),
      });
      const unobserve = observeWidth(box, (width) => chart.resize({ width, height: size.height }));
      return {
        update: (metric) => chart.setOption({ series: seriesOf(metric) }),
        setHidden: (index, isHidden) =>
          chart.dispatchAction({
            type: isHidden ? 'legendUnSelect' : 'legendSelect',
            name: data.series[index]?.name,
          }),
        hover: (x) => pointAt(box, x),
        isDone: () => chart.getWidth() === box.clientWidth,
        isHovered: () => {
          const tooltip = [...box.children].find(
            (child): child is HTMLElement =>
              child instanceof HTMLElement && child.textContent !== '',
          );
          return tooltip !== undefined && tooltip.style.visibility !== 'hidden';
        },
        unmount: () => {
          unobserve();
          chart.dispose();
        },
      };
    };
  },
};
