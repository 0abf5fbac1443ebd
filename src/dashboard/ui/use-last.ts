import { useLayoutEffect, useRef } from 'react';

/** Returns a value while it is current; otherwise the last one that was, or null if none has been. */
export function useLast<T>(value: T, isCurrent: boolean): T | null {
  const last = useRef<T | null>(null);
  useLayoutEffect(() => {
    if (isCurrent) last.current = value;
  }, [value, isCurrent]);
  return isCurrent ? value : last.current;
}
