/**
 * The maximum length of a search, in UTF-16 units. It has its own file, so that the dashboard need not load the
 * schemas.
 */
export const maxSearchLength = 500;
