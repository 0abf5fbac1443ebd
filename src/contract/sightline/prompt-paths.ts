/** These paths have their own file, so that the early script of the timeline does not load the other endpoints. */
export const promptsPath = '/sightline/v1/sites/{siteId}/prompts';
export const promptsReportPath = '/sightline/v1/sites/{siteId}/reports/prompts';
