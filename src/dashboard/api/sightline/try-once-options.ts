import type { Query } from '@tanstack/react-query';

const hasData = ({ state }: Pick<Query, 'state'>): boolean => state.data !== undefined;

/**
 * Options for queries whose pages can fall back to v1. After a failure, the page keeps using v1, since a refetch on
 * focus or after reconnecting would replace its content with a skeleton.
 */
export const tryOnceOptions = {
  retry: false,
  refetchOnWindowFocus: hasData,
  refetchOnReconnect: hasData,
} as const;
