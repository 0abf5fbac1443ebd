export const nothingMovedText = 'Nothing moved by more than the usual scatter.';
/** If the cells of the matrix, or the prompts, were not compared. */
export const noSeriesMovedText =
  'No brand, platform or region moved by more than the usual scatter.';
/** If filters choose brands other than the tracked one, so that only these are in view. */
export const noChosenBrandMovedText =
  'None of the chosen brands moved by more than the usual scatter.';
export const tooFewScansText = 'There are too few scans to tell what moved.';
export const movesUnknownText =
  'The periods were measured differently, so real moves cannot be distinguished from scatter.';
