import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { TimelineReport } from '../../../src/contract/resources.ts';
import { TimelineChart } from '../../../src/dashboard/site/chart/timeline-chart.tsx';
import { toModel } from '../../../src/figures/series/model.ts';
import { summariseSeries } from '../../../src/figures/series/series-summary.ts';
import { columnsOf } from '../../../tests/setup/columns.ts';
import { type Competitor, pointAt } from './competitor.ts';
import type { ChartData } from './data.ts';

const wording = { zone: 'UTC', locale: 'en-GB', unit: '%', decimals: 1 };

function reportOf({ instants, series }: ChartData, metric: 0 | 1): TimelineReport {
  return {
    metric: 'visibility',
    groupBy: 'brand',
    brand: null,
    series: series.map(({ name, values }) => ({
      key: name,
      label: name,
      platform: null,
      points: instants.map((instant, scan) => ({
        date: new Date(instant).toISOString().slice(0, 10),
        completedAt: new Date(instant).toISOString(),
        scanId: `scan ${scan}`,
        value: values[metric][scan] ?? null,
      })),
    })),
    filters: null,
  };
}

function viewOf(data: ChartData, metric: 0 | 1) {
  const model = toModel(columnsOf(reportOf(data, metric)), wording.zone);
  const drawn = summariseSeries(model).map((summary, index) => ({
    summary,
    look: { colour: data.series[index]?.colour ?? '', dash: undefined },
  }));
  return { model, drawn };
}

/** The dashboard's complete chart: axes, lines, labels, and the layer that handles the pointer. */
export const sightline: Competitor = {
  name: 'Sightline',
  prepare: (data) => {
    const views = [viewOf(data, 0), viewOf(data, 1)] as const;
    return (box) => {
      const root = createRoot(box);
      let metric: 0 | 1 = 0;
      const hidden = new Set<number>();
      const render = () => {
        const { model, drawn } = views[metric];
        const shown = drawn.filter((_, index) => !hidden.has(index));
        flushSync(() =>
          root.render(
            <TimelineChart
              valuesText="latest scan"
              name="Bench"
              ownerName={null}
              model={model}
              drawn={shown}
              hidden={drawn.filter((_, index) => hidden.has(index))}
              wording={wording}
              earlier={null}
              onToggle={() => {}}
              onShowAll={() => {}}
              onOpenPoint={() => {}}
              onZoom={() => {}}
            />,
          ),
        );
      };
      render();
      return {
        update: (next) => {
          metric = next;
          render();
        },
        setHidden: (index, isHidden) => {
          if (isHidden) hidden.add(index);
          else hidden.delete(index);
          render();
        },
        hover: (x) => pointAt(box, x),
        isDone: () => {
          const hasWidth =
            box.querySelector('svg.recharts-surface')?.getAttribute('width') ===
            `${box.clientWidth}`;
          const lines = box.querySelectorAll('g[data-series]').length;
          const hasAxes = box.querySelectorAll('[class*="-tick-labels"] text').length > 4;
          return hasWidth && hasAxes && lines === data.series.length - hidden.size;
        },
        isHovered: () => box.querySelector('[class*="tooltip"]') !== null,
        unmount: () => root.unmount(),
      };
    };
  },
};
