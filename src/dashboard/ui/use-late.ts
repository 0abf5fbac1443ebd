import { useEffect, useState } from 'react';

/** Whether something has been so for some milliseconds, so that what is over at once is never shown. */
export function useLate(isSo: boolean, milliseconds: number): boolean {
  const [isLate, setLate] = useState(false);
  if (!isSo && isLate) setLate(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [isSo, milliseconds]);
  return isSo && isLate;
}
