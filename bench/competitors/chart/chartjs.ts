import { Chart, registerables } from 'chart.js';
import { type Competitor, observeWidth, pointAt } from './competitor.ts';
import type { ChartData } from './data.ts';

Chart.register(...registerables);

const pointsOf = ({ instants, series }: ChartData, metric: 0 | 1) =>
  series.map(({ values }) => instants.map((x, scan) => ({ x, y: values[metric][scan] ?? 0 })));

/** Set up as its performance guide advises: no parsing of data, no animation, decimation. */
export const chartjs: Competitor = {
  name: 'Chart.js',
  prepare: (data) => {
    const points = [pointsOf(data, 0), pointsOf(data, 1)] as const;
    return (box, size) => {
      const canvas = document.createElement('canvas');
      canvas.width = size.width;
      canvas.height = size.height;
      box.append(canvas);
      const datasetsOf = (metric: 0 | 1) =>
        data.series.map(({ name, colour }, index) => ({
          label: name,
          borderColor: colour,
          borderWidth: 1.75,
          pointRadius: 0,
          data: points[metric][index] ?? [],
        }));
      const chart = new Chart(canvas, {
        type: 'line',
        data: { datasets: datasetsOf(0) },
        options: {
          animation: false,
          responsive: false,
          parsing: false,
          normalized: true,
          interaction: { mode: 'index', intersect: false },
          scales: { x: { type: 'linear' } },
          plugins: { decimation: { enabled: true, algorithm: 'min-max' } },
        },
      });
      // With `responsive: true`, Chart.js observes its size itself, but resizes one frame later.
      const unobserve = observeWidth(box, (width) => chart.resize(width, size.height));
      return {
        update: (metric) => {
          for (const [index, { data: next }] of datasetsOf(metric).entries()) {
            const dataset = chart.data.datasets[index];
            if (dataset) dataset.data = next;
          }
          chart.update('none');
        },
        setHidden: (index, isHidden) => {
          chart.setDatasetVisibility(index, !isHidden);
          chart.update('none');
        },
        hover: (x) => pointAt(box, x),
        isDone: () => chart.width === box.clientWidth,
        isHovered: () => chart.getActiveElements().length > 0,
        unmount: () => {
          unobserve();
          chart.destroy();
        },
      };
    };
  },
};
