/** How many of the things that are compared were judged: only of these is it known whether they moved. */
export type Judged = 'all' | 'some' | 'none';

/** The subject of `describeNoMoves` if the cells of the matrix, or the prompts, were not compared. */
export const noSeries = 'No brand, platform or region';
/** The subject if filters choose brands other than the tracked one, so that only these are in view. */
export const noChosenBrand = 'None of the chosen brands';

/**
 * "Nothing moved by more than the usual scatter.", or "Nothing that can be compared moved …".
 * @param subject such as "Nothing" or "No domain"
 */
export const describeNoMoves = (subject: string, judged: Exclude<Judged, 'none'>): string =>
  `${subject}${judged === 'all' ? '' : ' that can be compared'} moved by more than the usual scatter.`;
export const tooFewScansText = 'There are too few scans to tell what moved.';
export const movesUnknownText =
  'The periods were measured differently, so real moves cannot be distinguished from scatter.';
export const noFiguresText = 'There are no figures to compare.';
