import { keepPreviousData, type QueryKey, skipToken, useQuery } from '@tanstack/react-query';

/**
 * Returns what a page shows: the value, or while there is none the last one that there was. The query never fetches; it
 * keeps what has been made of the data of others, also if theirs could not be loaded.
 * @param key identifies the value and its version
 */
export function useShown<T extends object>(key: QueryKey, value: T | undefined): T | undefined {
  const { data } = useQuery<T>({
    queryKey: ['shown', ...(value === undefined ? [] : key)],
    queryFn: skipToken,
    initialData: () => value,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    gcTime: 0,
  });
  return value ?? data;
}
