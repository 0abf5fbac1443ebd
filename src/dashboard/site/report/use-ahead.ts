import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TimelineSearch } from '../question/search.ts';

type Ask = (next: TimelineSearch) => void;

/** Calls back once the next frame has been drawn. @returns a function that gives up on it */
function afterFrame(then: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    then();
  };
  const frame = requestAnimationFrame(() => port2.postMessage(null));
  return () => {
    cancelAnimationFrame(frame);
    port1.close();
  };
}

/**
 * A search that is ahead of the address by what was just asked for, until the address has followed: a
 * choice shows at once, and the next one, however quick, builds on it. The address follows after the frame
 * that shows the choice, since a change of address is work for every part of the page.
 */
export function useAhead(search: TimelineSearch, onSearch: Ask): [TimelineSearch, Ask] {
  const [asked, setAsked] = useState<{ at: TimelineSearch; next: TimelineSearch } | null>(null);
  if (asked !== null && asked.at !== search) setAsked(null);
  const ask = useCallback((next: TimelineSearch) => setAsked({ at: search, next }), [search]);
  useEffect(() => {
    if (asked === null) return;
    return afterFrame(() => onSearch(asked.next));
  }, [asked, onSearch]);
  return [asked?.at === search ? asked.next : search, ask];
}

/**
 * A way to change the newest search, whichever that is by then: for what is drawn a moment later than it.
 * @returns a function that stays the same
 */
export function useNewest(search: TimelineSearch, onSearch: Ask) {
  const newest = useRef({ search, onSearch });
  useLayoutEffect(() => {
    newest.current = { search, onSearch };
  }, [search, onSearch]);
  return useCallback((make: (search: TimelineSearch) => TimelineSearch) => {
    const next = make(newest.current.search);
    newest.current.search = next;
    newest.current.onSearch(next);
  }, []);
}
