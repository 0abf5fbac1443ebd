import { pictureColours as colours } from './colours.ts';
import { boxInFrame, PictureFrame } from './frame.tsx';
import { Legend } from './legend.tsx';
import { layOutLegend } from './legend-layout.ts';
import { MultiplesPlot } from './multiples-plot.tsx';
import { Plot } from './plot.tsx';
import { hasValues, layOutPlot } from './plot-layout.ts';
import type { PictureProps } from './props.ts';
import { fitText } from './text.ts';

/** Pixels between plot and legend. */
const gap = 12;
const noteFont = { size: 11.5 };
const noteHeight = 18;
/** Pixels below the plot if there is no note. */
const noNoteHeight = 2;
/** The minimum height of the plot in pixels, even if that leaves too little room for the legend. */
const minPlotHeight = 80;

/**
 * A timeline chart as one self-contained SVG for files, paper and the report. It does not depend on the styles, scripts
 * or fonts of a page, so that it can be shown anywhere.
 */
export function ChartPicture(props: PictureProps) {
  const box = boxInFrame(props);
  const legend = layOutLegend(props, box.width);
  const plotBoxOf = (noteSpace: number) => {
    const height = box.height - noteSpace - gap - legend.height;
    return { ...box, height: Math.max(minPlotHeight, height) };
  };
  const { figures = null } = props;
  const { axisNote } = layOutPlot(props, plotBoxOf(noteHeight));
  const note = [figures ? 'All charts have the same scale' : '', axisNote]
    .filter((text) => text !== '')
    .join(' · ');
  const noteSpace = note === '' ? noNoteHeight : noteHeight;
  const plot = plotBoxOf(noteSpace);
  const layout = layOutPlot(props, plot);
  const noteTop = plot.top + plot.height;
  return (
    <PictureFrame {...props}>
      {hasValues(props) && figures && <MultiplesPlot {...{ props, figures }} box={plot} />}
      {hasValues(props) && !figures && <Plot props={props} layout={layout} />}
      {!hasValues(props) && (
        <text
          x={plot.left + plot.width / 2}
          y={plot.top + plot.height / 2}
          textAnchor="middle"
          fontSize="15"
          fill={colours['text-muted']}
        >
          No values in this period
        </text>
      )}
      {note !== '' && (
        <text x={box.left} y={noteTop + 13} fontSize={noteFont.size} fill={colours['text-muted']}>
          {fitText(note, box.width, noteFont)}
        </text>
      )}
      <Legend entries={legend.entries} left={box.left} top={noteTop + noteSpace + gap} />
    </PictureFrame>
  );
}
