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
  /** Its width on screen, and its part of any paper; missing for the first column, which takes the rest. */
  widths?: readonly [screen: string, paper: string];
  /** A class of its cells in the table. */
  cellClass?: 'change' | 'scan';
  /** The figure to sort by; missing for the first column, which is sorted by name. */
  figure?: (row: ClientRow) => number | null;
}

/** The columns of figures, in order. */
const figures = [
  {
    id: 'sites',
    label: 'Sites',
    widths: ['17%', '18%'],
    figure: ({ figures }) => figures?.sites.length ?? null,
  },
  {
    id: 'visibility',
    label: 'Visibility',
    isRightAligned: true,
    definition: 'visibility',
    // Wide enough for the name, an arrow and the button that opens the definition.
    widths: ['7.75rem', '10%'],
    figure: ({ figures }) => figures?.shown?.comparison.now ?? null,
  },
  {
    id: 'change',
    label: 'Change',
    isRightAligned: true,
    definition: 'change',
    // Wide enough for "too few scans" on one line, even in the fallback font.
    widths: ['8.5rem', '15%'],
    cellClass: 'change',
    figure: ({ figures }) => figures?.shown?.comparison.change ?? null,
  },
  {
    id: 'trend',
    label: 'Trend',
    definition: 'trend',
    widths: ['7.5rem', '11%'],
    figure: ({ figures }) => figures?.shown?.trend.slope ?? null,
  },
  {
    id: 'scan',
    label: 'Last scan',
    widths: ['14%', '18%'],
    cellClass: 'scan',
    figure: ({ lastScanTime }) => lastScanTime,
  },
  {
    id: 'failed',
    label: 'Failed scans',
    isRightAligned: true,
    widths: ['6rem', '7%'],
    figure: ({ failedScans }) => failedScans?.count ?? null,
  },
] as const satisfies readonly ClientColumn[];

export type FigureId = (typeof figures)[number]['id'];
export type ColumnId = 'client' | FigureId;

export const figureColumns: readonly (ClientColumn & { id: FigureId })[] = figures;

/** The columns of the table of clients, in order. */
export const columns: readonly (ClientColumn & { id: ColumnId })[] = [
  { id: 'client', label: 'Client' },
  ...figureColumns,
];

/** The figures of a client in the list for narrow windows, in order: a place and what it shows. */
export const listedFigures: readonly {
  place: 'value' | 'sites' | 'moved' | 'line' | 'when';
  figures: readonly (FigureId | 'labelledFailed')[];
}[] = [
  { place: 'value', figures: ['visibility'] },
  { place: 'sites', figures: ['sites'] },
  { place: 'moved', figures: ['change'] },
  { place: 'line', figures: ['trend'] },
  { place: 'when', figures: ['scan', 'labelledFailed'] },
];
