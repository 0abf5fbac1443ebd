/** The pages of a site. */
export type SiteView = 'timeline' | 'matrix' | 'answers' | 'sources' | 'report' | 'scans' | 'setup';

/** Every page, with its name and the capability that it needs (null if none). */
export const siteViews: readonly {
  view: SiteView;
  name: string;
  requiredCapability: string | null;
}[] = [
  { view: 'timeline', name: 'Timeline', requiredCapability: null },
  { view: 'matrix', name: 'Matrix', requiredCapability: null },
  { view: 'answers', name: 'Answers', requiredCapability: 'answers' },
  { view: 'sources', name: 'Sources', requiredCapability: 'sources' },
  { view: 'report', name: 'Report', requiredCapability: null },
  { view: 'scans', name: 'Scans', requiredCapability: 'collect' },
  { view: 'setup', name: 'Set-up', requiredCapability: 'setup' },
];

/** The page of a site that a path ends with; null if it is none. */
export const siteViewOf = (path: string): SiteView | null =>
  siteViews.find(({ view }) => view === path.split('/').findLast(Boolean))?.view ?? null;
