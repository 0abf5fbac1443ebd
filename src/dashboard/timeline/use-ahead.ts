import { useCallback, useState } from 'react';
import type { TimelineSearch } from './search.ts';

type Ask = (next: TimelineSearch) => void;

/**
 * A search that is ahead of the address by what was just asked for, until the address has followed: a
 * choice shows at once, and the next one, however quick, builds on it.
 */
export function useAhead(search: TimelineSearch, onSearch: Ask): [TimelineSearch, Ask] {
  const [asked, setAsked] = useState<{ at: TimelineSearch; next: TimelineSearch } | null>(null);
  if (asked !== null && asked.at !== search) setAsked(null);
  const ask = useCallback(
    (next: TimelineSearch) => {
      setAsked({ at: search, next });
      onSearch(next);
    },
    [search, onSearch],
  );
  return [asked?.at === search ? asked.next : search, ask];
}
