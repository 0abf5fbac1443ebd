export const nothingMoved = 'Nothing moved more than the usual scatter.';
export const movesUnknown =
  'The periods were measured differently, so real moves cannot be distinguished from scatter.';
