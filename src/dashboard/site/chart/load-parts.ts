import { useEffect, useState } from 'react';

type Parts = typeof import('./parts.ts').deferredChartParts;

/** Loads the deferred parts of the chart. Resolves to null if loading fails. */
export const loadChartParts = (): Promise<Parts | null> =>
  import('./parts.ts').then(
    ({ deferredChartParts }) => deferredChartParts,
    () => null,
  );

/**
 * Loads the deferred parts of the chart once they are needed, without delaying the first render.
 * @returns undefined until they have loaded, and null if loading failed
 */
export function useChartParts(isNeeded: boolean): Parts | null | undefined {
  const [parts, setParts] = useState<Parts | null>();
  useEffect(() => {
    if (isNeeded) void loadChartParts().then(setParts);
  }, [isNeeded]);
  return parts;
}
