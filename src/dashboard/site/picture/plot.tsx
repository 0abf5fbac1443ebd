import {
  changePathOf,
  gridPathOf,
  isEarlierLineFaint,
  sortByLayer,
  timeLabelsOf,
  zeroPathOf,
} from '../chart/drawing.ts';
import { pixelOf } from '../chart/scale.ts';
import { pictureColours as colours } from './colours.ts';
import { type PlotLayout, pathOf, tickFont } from './plot-layout.ts';
import type { PictureProps, PictureSeries } from './props.ts';

/** How a series' line is drawn, in the plot and in the legend. */
export const strokeOf = ({ colour, dash, isQuiet, isLead = false }: PictureSeries) => ({
  stroke: isQuiet ? colours.quiet : colour,
  strokeWidth: isLead ? 3 : isQuiet ? 1.5 : 2.25,
  ...(dash === null ? {} : { strokeDasharray: dash }),
});

/** How the line of an earlier period is drawn. */
export const beforeStroke = { strokeWidth: 1.5, strokeDasharray: '1 3', strokeOpacity: 0.8 };
/** The opacity of each earlier line except the lead's, if there are several earlier lines. */
const faintOpacity = 0.5;
/** How the line at a change is drawn. */
export const changeStroke = { stroke: colours.text, strokeWidth: 1, strokeDasharray: '1 3' };

interface PlotProps {
  props: PictureProps;
  layout: PlotLayout;
}

function Axes({ layout }: PlotProps) {
  const { x, y, timeTicks, valueTicks } = layout;
  const [start, end] = x.pixels;
  const [foot] = y.pixels;
  const zeroPath = zeroPathOf(x, y);
  const timeLabels = timeLabelsOf(layout);
  const text = { fontSize: tickFont.size, fill: colours['text-muted'] };
  return (
    <>
      <path d={gridPathOf(valueTicks, x.pixels)} stroke={colours.line} />
      {zeroPath !== '' && <path d={zeroPath} stroke={colours['line-strong']} />}
      {valueTicks.map(({ at, label }) => (
        <text key={at} x={start - 8} y={at + 4} textAnchor="end" {...text}>
          {label}
        </text>
      ))}
      <path d={`M${start} ${foot}H${end}`} stroke={colours['line-strong']} />
      {timeTicks.map(({ instant }) => {
        const label = timeLabels.get(instant);
        return (
          <g key={instant}>
            <path d={`M${pixelOf(x, instant)} ${foot}v5`} stroke={colours['line-strong']} />
            {label && (
              <text x={label.x} y={foot + 18} textAnchor="middle" {...text}>
                {label.text}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

interface LineProps extends PlotProps {
  series: PictureSeries;
}

function EarlierLine({ series, props, layout }: LineProps) {
  const { line, dots } = pathOf(
    series.before ?? [],
    props.beforeInstants ?? props.instants,
    layout,
  );
  const earlierLineCount = props.series.filter(({ before }) => before).length;
  const isFaint = isEarlierLineFaint(series.isLead ?? false, earlierLineCount);
  const stroke = {
    stroke: series.isQuiet ? colours.quiet : series.colour,
    strokeOpacity: isFaint ? faintOpacity : beforeStroke.strokeOpacity,
  };
  return (
    <>
      {line !== '' && <path d={line} {...beforeStroke} {...stroke} />}
      {dots !== '' && <path d={dots} strokeWidth="4" strokeLinecap="round" {...stroke} />}
    </>
  );
}

function Line({ series, props, layout }: LineProps) {
  const { line, dots } = pathOf(series.values, props.instants, layout);
  const { stroke, ...look } = strokeOf(series);
  return (
    <>
      {line !== '' && <path d={line} stroke={stroke} strokeLinejoin="round" {...look} />}
      {dots !== '' && <path d={dots} stroke={stroke} strokeWidth="6.5" strokeLinecap="round" />}
    </>
  );
}

/** Axes, lines and changes. Quiet series are behind the others, and the lead is in front. */
export function Plot({ props, layout }: PlotProps) {
  const { changes = [] } = props;
  const indexedSeries = props.series.map((series, index) => ({ series, index }));
  const painted = sortByLayer(indexedSeries, ({ series: { isLead = false, isQuiet } }) => ({
    isTracked: isLead,
    isQuiet,
  }));
  return (
    <g fill="none">
      <g stroke="none">
        <Axes props={props} layout={layout} />
      </g>
      {changes.length > 0 && (
        <path d={changePathOf(changes, layout.x, layout.y)} {...changeStroke} />
      )}
      {painted.map(
        ({ series, index }) =>
          series.before && <EarlierLine key={index} {...{ series, props, layout }} />,
      )}
      {painted.map(({ series, index }) => (
        <Line key={index} {...{ series, props, layout }} />
      ))}
    </g>
  );
}
