/** What a cell of the matrix is about: keys of a platform and a region; null for all of them. */
export interface Place {
  platform: string | null;
  region: string | null;
}

/** The element ID of a cell's link. */
export const cellIdOf = ({ platform, region }: Place): string =>
  `cell-${platform ?? ''}-${region ?? ''}`;
