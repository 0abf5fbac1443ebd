import type { UseQueryResult } from '@tanstack/react-query';
import type { Client } from '../../contract/resources.ts';

/** What to call a client in titles and breadcrumbs: an ID means nothing to anybody there. */
export function clientNameOf({ data }: UseQueryResult<Client | null>): string {
  return data === null ? 'Unknown client' : data?.name || 'Client';
}
