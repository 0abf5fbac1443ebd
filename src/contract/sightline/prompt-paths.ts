/** Apart from the other endpoints, so that the timeline's first call needs no more code than it has. */
export const promptsPath = '/sightline/v1/sites/{siteId}/prompts';
export const promptsReportPath = '/sightline/v1/sites/{siteId}/reports/prompts';
