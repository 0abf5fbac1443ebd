import { queryOptions } from '@tanstack/react-query';
import { optional } from './optional.ts';

/** One site by its ID alone. Needs the capability `sites`. */
export const siteByIdQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['site by id', siteId],
    // Loaded on demand: most visits open a site under its client.
    ...optional(async (context) => (await import('./site.ts')).getSite(context, siteId)),
    staleTime: 600_000,
  });
