import { useEffect, useState } from 'react';

/**
 * Returns true once a condition has held for a while, so that short waits show nothing.
 * @param milliseconds how long the condition must hold
 */
export function useDelayed(condition: boolean, milliseconds: number): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setDue(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [condition, milliseconds]);
  return condition && isDue;
}
