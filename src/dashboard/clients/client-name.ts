import type { UseQueryResult } from '@tanstack/react-query';
import type { Client } from '../../contract/portfolio.ts';

/** A client's name for titles and breadcrumbs, where an ID would mean nothing. */
export function clientNameOf({ data }: UseQueryResult<Client | null>): string {
  return data === null ? 'Unknown client' : data?.name || 'Client';
}
