import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CartesianGrid, Legend, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { type Competitor, observeWidth, pointAt } from './competitor.ts';
import type { ChartData } from './data.ts';

const rowsOf = ({ instants, series }: ChartData, metric: 0 | 1) =>
  instants.map((instant, scan) => {
    const row: Record<string, number> = { instant };
    for (const { name, values } of series) row[name] = values[metric][scan] ?? 0;
    return row;
  });

/** Recharts as in its documentation: lines with dots, tooltip, legend and grid. */
export const plainRecharts: Competitor = {
  name: 'Recharts, as documented',
  prepare: (data) => {
    const rows = [rowsOf(data, 0), rowsOf(data, 1)] as const;
    return (box, { width, height }) => {
      const root = createRoot(box);
      let size = { width, height };
      let metric: 0 | 1 = 0;
      const hidden = new Set<number>();
      const render = () =>
        flushSync(() =>
          root.render(
            <LineChart width={size.width} height={size.height} data={rows[metric]}>
              <CartesianGrid strokeDasharray="3 3" />
              <XAxis dataKey="instant" type="number" domain={['dataMin', 'dataMax']} />
              <YAxis />
              <Tooltip />
              <Legend />
              {data.series.map(({ name, colour }, index) => (
                <Line key={name} dataKey={name} stroke={colour} hide={hidden.has(index)} />
              ))}
            </LineChart>,
          ),
        );
      render();
      const unobserve = observeWidth(box, (width) => {
        size = { ...size, width };
        render();
      });
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
            box.querySelector('.recharts-wrapper > svg')?.getAttribute('width') ===
            `${box.clientWidth}`;
          const lines = box.querySelectorAll('path.recharts-line-curve').length;
          return hasWidth && lines === data.series.length - hidden.size;
        },
        isHovered: () =>
          box.querySelector<HTMLElement>('.recharts-tooltip-wrapper')?.style.visibility ===
          'visible',
        unmount: () => {
          unobserve();
          root.unmount();
        },
      };
    };
  },
};
