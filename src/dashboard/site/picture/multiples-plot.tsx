import { valueText } from '../../../figures/series/wording.ts';
import {
  changePathOf,
  drawTimeAxis,
  drawValueAxis,
  gridPathOf,
  labelWidthOf,
  tickFont,
  timeLabelsOf,
} from '../chart/drawing.ts';
import { textWidth } from '../chart/text-width.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { pictureColours as colours } from './colours.ts';
import { changeStroke, EarlierLine, Line } from './plot.tsx';
import { type Box, valuesOf } from './plot-layout.ts';
import type { PictureProps } from './props.ts';
import { fitText } from './text.ts';

/** Pixels between columns and between rows. */
const gaps = { column: 20, row: 10 };
/** The smallest width of a chart in pixels. */
const minWidth = 104;
/** How many times wider than high a chart is, as far as whole columns allow. */
const aspect = 1.3;
/** Pixels for the name above a chart. */
const headHeight = 20;
/** Pixels below the charts for the labels of the time axis. */
const axisHeight = 18;
/** Pixels between the labels of the value axis and the plot. */
const labelGap = 6;
/** Pixels between the plot and the highest and lowest value, for half the width of a line. */
const margin = 3;
const headFont = { size: 12, isBold: true };

/** The arrangement and the scales of small charts in a box, in pixels. */
function layOut(props: PictureProps, { width, height }: Box) {
  const { series, instants, earlier, wording } = props;
  const { unit, locale, zone } = wording;
  const fitting = Math.max(1, Math.floor((width + gaps.column) / (minWidth + gaps.column)));
  const wanted = Math.round(Math.sqrt((series.length * width) / height / aspect));
  const columns = Math.min(fitting, Math.max(1, wanted));
  const rows = Math.ceil(series.length / columns);
  const chartWidth = (width - (columns - 1) * gaps.column) / columns;
  const chartHeight = (height - axisHeight - (rows - 1) * gaps.row) / rows;
  const yPixels = [chartHeight - margin, headHeight + margin] as const;
  const valueAxis = drawValueAxis(valuesOf(props), 5, yPixels, unit, locale);
  const start = Math.min(labelWidthOf(valueAxis) + labelGap, chartWidth / 3);
  const xPixels = [start + margin, chartWidth - margin] as const;
  const timeAxis = drawTimeAxis(instants, earlier?.model.instants, xPixels, zone, locale);
  return { columns, chartWidth, chartHeight, start, ...valueAxis, ...timeAxis, width: chartWidth };
}

interface SmallChartProps {
  drawn: DrawnSeries;
  /** The figure beside the name; null if there is none. */
  figure: number | null;
  props: PictureProps;
  layout: ReturnType<typeof layOut>;
  /** Whether to label the time axis: nothing is below the chart. */
  isBottom: boolean;
}

function SmallChart({ drawn, figure, props, layout, isBottom }: SmallChartProps) {
  const { x, y, start, chartWidth, chartHeight, valueTicks } = layout;
  const { changes = [], wording } = props;
  const value = valueText(figure, wording);
  const room = chartWidth - textWidth(value, headFont) - labelGap;
  const small = { fontSize: tickFont.size, fill: colours['text-muted'] };
  const ends = [valueTicks[0], valueTicks.at(-1)].filter((tick) => tick !== undefined);
  const { isTracked, series } = drawn.summary;
  return (
    <>
      <g stroke="none" fontSize={headFont.size} fill={colours.text}>
        <text y="12" fontWeight={isTracked ? '700' : '400'}>
          {fitText(series.label, room, headFont)}
        </text>
        <text x={chartWidth} y="12" textAnchor="end" fontWeight="700">
          {value}
        </text>
        {ends.map(({ at, label }) => (
          <text key={at} x={start - labelGap} y={at + 4} textAnchor="end" {...small}>
            {label}
          </text>
        ))}
        {isBottom &&
          [...timeLabelsOf(layout)].map(([instant, label]) => (
            <text key={instant} x={label.x} y={chartHeight + 14} textAnchor="middle" {...small}>
              {label.text}
            </text>
          ))}
      </g>
      <path d={gridPathOf(valueTicks, [start, chartWidth])} stroke={colours.line} />
      {changes.length > 0 && <path d={changePathOf(changes, x, y)} {...changeStroke} />}
      <EarlierLine drawn={drawn} props={props} layout={layout} />
      <Line drawn={drawn} props={props} layout={layout} />
    </>
  );
}

interface MultiplesPlotProps {
  props: PictureProps;
  /** The figure of each series, in the same order. */
  figures: readonly (number | null)[];
  box: Box;
}

/** A small chart for each series, all with the same scales. The time axis is below those with nothing below them. */
export function MultiplesPlot({ props, figures, box }: MultiplesPlotProps) {
  const { series } = props;
  const layout = layOut(props, box);
  const { columns, chartWidth, chartHeight } = layout;
  return (
    <g fill="none">
      {series.map((drawn, place) => {
        const left = box.left + (place % columns) * (chartWidth + gaps.column);
        const top = box.top + Math.floor(place / columns) * (chartHeight + gaps.row);
        return (
          <g key={drawn.summary.series.id} transform={`translate(${left} ${top})`}>
            <SmallChart
              {...{ drawn, props, layout }}
              figure={figures[place] ?? null}
              isBottom={place + columns >= series.length}
            />
          </g>
        );
      })}
    </g>
  );
}
