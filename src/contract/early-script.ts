/** The source file of the script that requests a timeline's report before the page's code has loaded. */
export const earlyScriptPath = 'src/dashboard/early.ts';

const timelinePath = /^(?:\/clients\/[^/]+)?\/sites\/([^/%]+)\/timeline\/?$/;

/** The ID of the site whose timeline is at a path; undefined for any other page, including the pages of shares. */
export const timelineSiteOf = (path: string): string | undefined => timelinePath.exec(path)?.[1];
