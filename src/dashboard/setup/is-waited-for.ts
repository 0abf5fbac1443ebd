import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Whether a form waits for a request that it could do without: until it first responds or fails while the page is open. A
 * form that is shown stays when a failed request is repeated.
 */
export const isWaitedFor = ({
  isPending,
  isFetchedAfterMount,
}: Pick<UseQueryResult, 'isPending' | 'isFetchedAfterMount'>): boolean =>
  isPending && !isFetchedAfterMount;
