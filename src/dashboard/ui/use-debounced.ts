import { useEffect, useState } from 'react';

/** The last value that has stayed the same for `ms` milliseconds; until there is one, the first value. */
export function useDebounced(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
