/** Ids of elements that one part of the page renders and another one finds. */
export const elementIds = {
  /** The page's main content. */
  content: 'content',
  findFilter: 'find-filter',
  openFilters: 'open-filters',
  openNotes: 'open-notes',
  chart: 'timeline-chart',
  table: 'timeline-table',
} as const;
