import { isWebVersion } from '../../../figures/series/platforms.ts';
import type { Cell, Matrix, MatrixRow } from './matrix.ts';

/** A column of the grid: a region, or all regions. */
export interface GridColumn {
  /** The key of a region; null for all regions together. */
  key: string | null;
  label: string;
}

/** A row of the grid: a platform, or all platforms. */
export interface GridRow extends Pick<MatrixRow, 'state' | 'versionDifference'> {
  /** The key of a platform; null for all platforms together. */
  key: string | null;
  label: string;
  /** Whether the platform's API has a row too, so that "web" is added to the label. */
  isWeb: boolean;
  /** A cell for each column; null without figures. */
  cells: readonly (Cell | null)[];
}

/** The columns of the grid, for the page, its files and a report: one for each region, and one for all. */
export const gridColumns = ({ regions }: Matrix): GridColumn[] => [
  ...regions.map(({ key, label }) => ({ key, label })),
  { key: null, label: 'All regions' },
];

/** The rows of the grid: one for each platform, and one with the totals of all platforms. */
export function gridRows({ rows, regions, totalsState, overall }: Matrix): GridRow[] {
  const keys = rows.map(({ key }) => key);
  return [
    ...rows.map(({ key, label, cells, total, state, versionDifference }) => ({
      key,
      label,
      isWeb: isWebVersion(key, keys),
      cells: [...regions.map((region) => cells.get(region.key) ?? null), total],
      state,
      versionDifference,
    })),
    {
      key: null,
      label: 'All platforms',
      isWeb: false,
      cells: [...regions.map(({ total }) => total), overall],
      state: totalsState,
      versionDifference: null,
    },
  ];
}

/** The name of a row as text: "ChatGPT web". */
export const rowName = ({ label, isWeb }: GridRow): string => (isWeb ? `${label} web` : label);
