import { queryOptions } from '@tanstack/react-query';
import { findSites } from './sites.ts';

/** Whether the key has access to any active site. Needs the capability `sites`. */
export const hasSitesQuery = () =>
  queryOptions({
    queryKey: ['has sites'],
    queryFn: async (context) => (await findSites(context, '', 1)).data.length > 0,
  });
