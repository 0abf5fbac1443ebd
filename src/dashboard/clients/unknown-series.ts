/** Shown in place of a figure if the service does not say which series is the tracked brand's. */
export const unknownSeriesText = 'Brand not identified';
export const unknownSeriesTitle = 'The service does not say which series is the tracked brand’s.';
