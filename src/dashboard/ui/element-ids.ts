/** Ids of elements that one part of the page renders and another one finds. */
export const elementIds = {
  /** The page's main content. */
  content: 'content',
  /** The field that finds an item of a list. */
  findInList: 'find-in-list',
  findFilter: 'find-filter',
  openFilters: 'open-filters',
  openNotes: 'open-notes',
  chart: 'timeline-chart',
  table: 'timeline-table',
} as const;
