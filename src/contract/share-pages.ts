/** The pages of a site that a share can show. */
export const sharePages = ['timeline', 'matrix', 'answers', 'sources', 'report'] as const;
export type SharePage = (typeof sharePages)[number];
