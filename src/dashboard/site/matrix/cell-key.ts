/** The keys of a cell's platform and region; null stands for all platforms or all regions. */
export interface CellKey {
  platform: string | null;
  region: string | null;
}

/** The ID of the element with a cell's figures: a link, or text in a share without the timeline. */
export const cellIdOf = ({ platform, region }: CellKey): string =>
  `cell-${platform ?? ''}-${region ?? ''}`;
