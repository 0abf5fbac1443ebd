/** The source of the script that requests a timeline's report before the page's own code is loaded. */
export const earlySource = 'src/dashboard/early.ts';

const timelinePath = /^(?:\/clients\/[^/]+)?\/sites\/([^/%]+)\/timeline\/?$/;

/** The site whose timeline is at a path of the dashboard; undefined for any other page, including those of shares. */
export const timelineSiteOf = (path: string): string | undefined => timelinePath.exec(path)?.[1];
