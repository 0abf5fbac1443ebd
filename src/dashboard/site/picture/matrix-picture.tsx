import { textWidth } from '../chart/text-width.ts';
import type { Shade } from '../series/shade.ts';
import { pictureColours as colours, tintShade } from './colours.ts';
import { boxInFrame, heightAround, PictureFrame } from './frame.tsx';
import type { PictureProps } from './props.ts';
import { fitText } from './text.ts';

/** A cell of a grid as a picture draws it. */
export interface PictureCell {
  /** Its figure, or why it has none; empty if nothing is drawn. */
  text: string;
  /** A second, smaller line, such as its change; empty for none. */
  note: string;
  /** Null if it has no figure. */
  shade: Shade | null;
}

/** What a picture of a grid shows. */
export interface MatrixPictureProps
  extends Pick<PictureProps, 'title' | 'lines' | 'source' | 'brand' | 'isBare'> {
  /** Heading of the column with the names of the rows. */
  corner: string;
  columns: readonly string[];
  rows: readonly { name: string; cells: readonly PictureCell[] }[];
  /** Explains the shades. */
  legend: string;
}

const nameWidth = 176;
const columnWidths = { min: 112, max: 190 };
const minWidth = 640;
const headHeight = 30;
const rowHeight = 44;
const cellGap = 4;
const legendHeight = 30;
/** The strength of the colours behind the highest figure, and behind those farthest from neutral. */
const strengths = { accent: 0.32, sides: 1 };
/** Pixels of the left and right margins together. */
const sideMargins = 56;
const cellFont = { size: 13 };
const noteFont = { size: 11.5 };

/** The minimum width of each column: enough for the longest heading, within limits. */
function columnWidth({ columns }: MatrixPictureProps): number {
  const widest = Math.max(0, ...columns.map((name) => textWidth(name, noteFont))) + 14;
  return Math.min(columnWidths.max, Math.max(columnWidths.min, widest));
}

/** The size of the whole picture, in pixels. */
export function matrixPictureSize(props: MatrixPictureProps): { width: number; height: number } {
  const gridWidth = nameWidth + props.columns.length * columnWidth(props);
  const body = headHeight + props.rows.length * rowHeight + legendHeight;
  return {
    width: Math.max(minWidth, gridWidth + (props.isBare ? 0 : sideMargins)),
    height: heightAround(body, props),
  };
}

interface CellProps {
  cell: PictureCell;
  x: number;
  y: number;
  width: number;
}

function Cell({ cell: { text, note, shade }, x, y, width }: CellProps) {
  const middle = rowHeight / 2;
  const hasNote = note !== '';
  const room = width - 16;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width={width - cellGap}
        height={rowHeight - cellGap}
        rx="4"
        fill={shade === null ? colours.ground : tintShade(shade, strengths)}
        stroke={colours.line}
      />
      <text
        x="8"
        y={hasNote ? middle - 5 : middle + 3}
        fontSize={cellFont.size}
        fontWeight={shade === null ? '400' : '600'}
        fill={shade === null ? colours['text-muted'] : colours.text}
      >
        {fitText(text, room, cellFont)}
      </text>
      {hasNote && (
        <text x="8" y={middle + 11} fontSize={noteFont.size} fill={colours.text}>
          {fitText(note, room, noteFont)}
        </text>
      )}
    </g>
  );
}

/** A grid of figures as one self-contained SVG, like `ChartPicture` for a chart. */
export function MatrixPicture(props: MatrixPictureProps) {
  const { corner, columns, rows, legend } = props;
  const size = matrixPictureSize(props);
  const frame = { ...props, ...size };
  const box = boxInFrame(frame);
  const width = (box.width - nameWidth) / Math.max(1, columns.length);
  const top = box.top + headHeight;
  const left = box.left + nameWidth;
  const head = { fontSize: noteFont.size, fill: colours['text-muted'] };
  const placedRows = rows.map((row, index) => ({ ...row, y: top + index * rowHeight }));
  const placedColumns = columns.map((name, index) => ({ name, x: left + index * width }));
  return (
    <PictureFrame {...frame}>
      <text x={box.left} y={top - 10} {...head}>
        {corner}
      </text>
      {placedColumns.map(({ name, x }) => (
        <text key={x} x={x} y={top - 10} {...head}>
          {fitText(name, width - 8, noteFont)}
        </text>
      ))}
      {placedRows.map(({ name, cells, y }) => (
        <g key={y}>
          <text
            x={box.left}
            y={y + rowHeight / 2 + 3}
            fontSize={cellFont.size}
            fontWeight="600"
            fill={colours.text}
          >
            {fitText(name, nameWidth - 12, { ...cellFont, isBold: true })}
          </text>
          {placedColumns.map(({ x }, index) => {
            const cell = cells[index];
            return (
              cell && cell.text !== '' && <Cell key={x} cell={cell} x={x} y={y} width={width} />
            );
          })}
        </g>
      ))}
      <text x={box.left} y={top + rows.length * rowHeight + 18} {...head}>
        {fitText(legend, box.width, noteFont)}
      </text>
    </PictureFrame>
  );
}
