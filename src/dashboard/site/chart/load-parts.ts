import { useEffect, useState } from 'react';

type Parts = typeof import('./parts.ts').deferredChartParts;

let partsRequest: Promise<Parts | null> | undefined;

/** The parts of the chart that load on demand, requested once; null if they could not be loaded. */
export function loadChartParts(): Promise<Parts | null> {
  partsRequest ??= import('./parts.ts').then(
    ({ deferredChartParts }) => deferredChartParts,
    () => null,
  );
  return partsRequest;
}

/**
 * Loads the parts once they are needed, without delaying the first render.
 * @returns undefined until they have loaded, and null if that failed
 */
export function useChartParts(isNeeded: boolean): Parts | null | undefined {
  const [parts, setParts] = useState<Parts | null>();
  useEffect(() => {
    if (isNeeded) void loadChartParts().then(setParts);
  }, [isNeeded]);
  return parts;
}
