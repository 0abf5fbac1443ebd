import { textWidth } from '../chart/text-width.ts';
import { pictureColours as colours } from './colours.ts';
import {
  type LegendEntry,
  legendFont,
  rowHeight,
  type Sample,
  sampleWidth,
  valueFont,
} from './legend-layout.ts';
import { beforeStroke, changeStroke, lineStyleOf } from './plot.tsx';

/** The length of a line sample in pixels. */
const sampleLength = 28;

/** A short line as the plot draws it; null for 'none'. */
function LineSample({ sample }: { sample: Sample }) {
  const y = rowHeight / 2;
  const across = `M0 ${y}h${sampleLength}`;
  if (sample === 'none') return null;
  if (sample === 'before') return <path d={across} stroke={colours.text} {...beforeStroke} />;
  if (sample === 'changes') return <path d={`M${sampleLength / 2} 3v15`} {...changeStroke} />;
  return <path d={across} {...lineStyleOf(sample)} />;
}

function Entry({ sample, name, value, x, y }: LegendEntry) {
  const baseline = rowHeight / 2 + 4.5;
  const colour = sample === 'none' ? colours['text-muted'] : colours.text;
  return (
    <g transform={`translate(${x} ${y})`}>
      <LineSample sample={sample} />
      {/* In one text element, a right-to-left name would move the figure. */}
      <text x={sampleWidth} y={baseline} fontSize={legendFont.size} fill={colour}>
        {name}
      </text>
      {value !== '' && (
        <text
          x={sampleWidth + textWidth(name, legendFont) + 6}
          y={baseline}
          fontSize={valueFont.size}
          fontWeight="600"
          fill={colours.text}
        >
          {value}
        </text>
      )}
    </g>
  );
}

interface LegendProps {
  entries: readonly LegendEntry[];
  left: number;
  top: number;
}

/**
 * Names, line samples and latest figures of the series, the number of series that are not listed, and what the dotted
 * lines mean.
 */
export const Legend = ({ entries, left, top }: LegendProps) => (
  <g transform={`translate(${left} ${top})`} fill="none">
    {entries.map((entry) => (
      <Entry key={`${entry.x} ${entry.y}`} {...entry} />
    ))}
  </g>
);
