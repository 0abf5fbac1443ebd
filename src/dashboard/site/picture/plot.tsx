import {
  changePathOf,
  gridPathOf,
  isEarlierLineFaint,
  sortByLayer,
  tickFont,
  timeLabelsOf,
  zeroPathOf,
} from '../chart/drawing.ts';
import { toSeriesPath } from '../chart/path.ts';
import { pixelOf } from '../chart/scale.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { quietOpacity } from '../series/looks.ts';
import { pictureColours as colours, toConcreteColour } from './colours.ts';
import { earlierColumnsOf, type PlotLayout } from './plot-layout.ts';
import type { PictureProps } from './props.ts';

/** How a series' line is drawn, in the plot and in the legend. */
export const lineStyleOf = ({ summary: { isTracked }, look }: DrawnSeries) => ({
  stroke: toConcreteColour(look.colour),
  strokeOpacity: look.isQuiet ? quietOpacity : undefined,
  strokeWidth: isTracked ? 3 : look.isQuiet ? 1.5 : 2.25,
  strokeDasharray: look.dash,
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

interface LineProps {
  drawn: DrawnSeries;
  props: PictureProps;
  layout: Pick<PlotLayout, 'x' | 'y'>;
}

/** The dotted line of a series in the earlier period, if it has one. */
export function EarlierLine({ drawn, props, layout: { x, y } }: LineProps) {
  const { earlier } = props;
  const columns = earlierColumnsOf(props);
  const column = columns.find(({ id }) => id === drawn.summary.series.id);
  if (!earlier || !column) return null;
  const { line, dots } = toSeriesPath(column, earlier.model.instants, x, y);
  const isFaint =
    props.figures == null && isEarlierLineFaint(drawn.summary.isTracked, columns.length);
  const stroke = {
    stroke: toConcreteColour(drawn.look.colour),
    strokeOpacity: isFaint ? faintOpacity : beforeStroke.strokeOpacity,
  };
  return (
    <>
      {line !== '' && <path d={line} {...beforeStroke} {...stroke} />}
      {dots !== '' && <path d={dots} strokeWidth="4" strokeLinecap="round" {...stroke} />}
    </>
  );
}

/** The line of a series, with a dot for each lone point between gaps. */
export function Line({ drawn, props, layout: { x, y } }: LineProps) {
  const { line, dots } = toSeriesPath(drawn.summary.series, props.instants, x, y);
  const { stroke, strokeOpacity, ...style } = lineStyleOf(drawn);
  const colour = { stroke, strokeOpacity };
  return (
    <>
      {line !== '' && <path d={line} {...colour} strokeLinejoin="round" {...style} />}
      {dots !== '' && <path d={dots} {...colour} strokeWidth="6.5" strokeLinecap="round" />}
    </>
  );
}

/** Axes, lines and changes. Quiet series are behind the others, and the tracked one is in front. */
export function Plot({ props, layout }: PlotProps) {
  const { series, changes = [] } = props;
  const painted = sortByLayer(series, ({ summary: { isTracked }, look: { isQuiet = false } }) => ({
    isTracked,
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
      {painted.map((drawn) => (
        <EarlierLine key={drawn.summary.series.id} {...{ drawn, props, layout }} />
      ))}
      {painted.map((drawn) => (
        <Line key={drawn.summary.series.id} {...{ drawn, props, layout }} />
      ))}
    </g>
  );
}
