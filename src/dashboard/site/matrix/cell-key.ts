/** The platform and the region of a cell of the matrix, by key; null for all of them. */
export interface CellKey {
  platform: string | null;
  region: string | null;
}

/** The element ID of a cell's link. */
export const cellIdOf = ({ platform, region }: CellKey): string =>
  `cell-${platform ?? ''}-${region ?? ''}`;
