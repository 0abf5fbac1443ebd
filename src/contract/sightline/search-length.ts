/** The maximum length of a search, in UTF-16 units. In a file of its own, so that the dashboard loads nothing else. */
export const maxSearchLength = 500;
