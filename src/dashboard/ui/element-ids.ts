/** IDs of elements rendered in one place and looked up in another. */
export const elementIds = {
  /** The page's main content. */
  content: 'content',
  /** The search field above a list. */
  findInList: 'find-in-list',
  findFilter: 'find-filter',
  /** The heading and the content of a page, after its filters. */
  afterFilters: 'after-filters',
  openFilters: 'open-filters',
  openNotes: 'open-notes',
  previousAnswer: 'previous-answer',
  nextAnswer: 'next-answer',
  chart: 'timeline-chart',
  /** The part of the chart in which the arrow keys move between points. */
  plot: 'timeline-plot',
  table: 'timeline-table',
  afterMatrix: 'after-matrix',
} as const;
