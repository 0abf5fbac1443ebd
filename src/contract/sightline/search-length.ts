/**
 * The maximum length of a search text, in UTF-16 code units. In its own file so that the dashboard does not have to
 * load the schemas.
 */
export const maxSearchLength = 500;
