/** The maximum length of a search, in UTF-16 units. In a file of its own, since the dashboard needs nothing else here. */
export const maxSearchLength = 500;
