import { useEffect, useState } from 'react';

type Parts = typeof import('./parts.ts').deferredChartParts;

/** Loads the optional parts of the chart. The result is null if they could not be loaded. */
export const loadChartParts = (): Promise<Parts | null> =>
  import('./parts.ts').then(
    ({ deferredChartParts }) => deferredChartParts,
    () => null,
  );

/**
 * Loads these parts once they are needed, without delaying the first render.
 * @returns undefined until they have loaded, and null if loading failed
 */
export function useChartParts(isNeeded: boolean): Parts | null | undefined {
  const [parts, setParts] = useState<Parts | null>();
  useEffect(() => {
    if (isNeeded) void loadChartParts().then(setParts);
  }, [isNeeded]);
  return parts;
}
