/**
 * The maximum length of a search, in UTF-16 units. In a file of its own, so that the dashboard need not load the
 * schemas.
 */
export const maxSearchLength = 500;
