import { queryOptions } from '@tanstack/react-query';
import { tryOnceOptions } from './try-once-options.ts';

/** One site by its ID alone. Needs the capability `sites`. */
export const siteByIdQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['site by id', siteId],
    // Loaded on demand: most visits open a site under its client.
    queryFn: async (context) => (await import('./site.ts')).getSite(context, siteId),
    staleTime: 600_000,
    ...tryOnceOptions,
  });
