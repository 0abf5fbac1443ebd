export const nothingMovedText = 'Nothing moved more than its usual scatter.';
export const tooFewScansText = 'There are too few scans to tell what moved.';
export const movesUnknownText =
  'The periods were measured differently, so real moves cannot be distinguished from scatter.';
