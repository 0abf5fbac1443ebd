/** This path has its own file, so that the list of clients requests it before the other endpoints have loaded. */
export const overviewPath = '/sightline/v1/overview';
