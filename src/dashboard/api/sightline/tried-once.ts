import type { Query } from '@tanstack/react-query';

const hasData = ({ state }: Pick<Query, 'state'>): boolean => state.data !== undefined;

/**
 * Options of queries that replace what v1 gives as well. After a failure the page stays with v1: going back to waiting
 * whenever the tab gets the focus would take away what it shows.
 */
export const triedOnce = {
  retry: false,
  refetchOnWindowFocus: hasData,
  refetchOnReconnect: hasData,
} as const;
