import type { DefinitionProps } from './figure-definition.tsx';
import type { ClientRow } from './figures.ts';

/** What the page shows of a column before the code of its cells has loaded; the rest is in `figure-cells.tsx`. */
interface ClientColumn {
  /** Its name in the address, to sort by it. */
  id: string;
  label: string;
  isRightAligned?: boolean;
  /** The name of its definition in `figure-definition.tsx`. */
  definition?: DefinitionProps['of'];
  /** Its width in narrow and wide windows and on paper; missing for the first column, which takes the rest. */
  widths?: readonly [narrow: string, wide: string, paper: string];
  /** A class of its cells in the table. */
  cellClass?: 'change' | 'scan';
  /** The figure to sort by; missing for the first column, which is sorted by name. */
  figure?: (row: ClientRow) => number | null;
}

/** The columns of figures, in order: the verdict and what leads to it come first. */
const figures = [
  {
    id: 'change',
    label: 'Change',
    definition: 'change',
    // Narrow: wide enough for "too few scans" on one line, even in the fallback font. Wide: the change beside it.
    widths: ['8.75rem', '15.5rem', '15%'],
    cellClass: 'change',
    figure: ({ figures }) => figures?.shown?.comparison.change ?? null,
  },
  {
    id: 'visibility',
    label: 'Visibility',
    isRightAligned: true,
    definition: 'visibility',
    // Wide enough for the name, an arrow and the button that opens the definition.
    widths: ['7.75rem', '7.75rem', '10%'],
    figure: ({ figures }) => figures?.shown?.comparison.now ?? null,
  },
  {
    id: 'trend',
    label: 'Trend',
    definition: 'trend',
    widths: ['7.5rem', '7.5rem', '11%'],
    figure: ({ figures }) => figures?.shown?.trend.slope ?? null,
  },
  {
    id: 'sites',
    label: 'Sites',
    widths: ['14%', '18%', '18%'],
    figure: ({ figures }) => figures?.sites.length ?? null,
  },
  {
    id: 'scan',
    label: 'Last scan',
    // Wide enough for "Latest scan failed" on one line.
    widths: ['9rem', '9.5rem', '18%'],
    cellClass: 'scan',
    figure: ({ lastScanTime }) => lastScanTime,
  },
  {
    id: 'failed',
    label: 'Failed scans',
    isRightAligned: true,
    // Wide: its heading on one line, with an arrow.
    widths: ['5.5rem', '7.5rem', '7%'],
    figure: ({ failedScans }) => failedScans?.count ?? null,
  },
] as const satisfies readonly ClientColumn[];

export type FigureId = (typeof figures)[number]['id'];
export type ColumnId = 'client' | FigureId;
/** A figure as a cell shows it: with its label where there are no column headers. */
export type CellId = FigureId | 'labelledScan' | 'labelledFailed';

export const figureColumns: readonly (ClientColumn & { id: FigureId })[] = figures;

/** The columns of the table of clients, in order. */
export const columns: readonly (ClientColumn & { id: ColumnId })[] = [
  { id: 'client', label: 'Client' },
  ...figureColumns,
];
