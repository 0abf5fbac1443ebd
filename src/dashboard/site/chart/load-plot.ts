import { startTransition, useEffect, useState } from 'react';
import { waitUntilFrameShown } from '../../ui/after-frame.ts';

type Plot = typeof import('./plot.tsx').Plot;

/**
 * The plot, shared by all charts so that later ones render it at once. Undefined until its code has loaded, and null if
 * loading failed.
 */
let loadedPlot: Plot | null | undefined;

/** Loads the plot after a frame has been shown, since its code includes Recharts, which is large. */
async function loadPlot(): Promise<void> {
  await waitUntilFrameShown();
  loadedPlot = await import('./plot.tsx').then(
    ({ Plot }) => Plot,
    () => null,
  );
}

/** The plot of a chart: undefined until its code has loaded, and null if loading failed. */
export function usePlot(): Plot | null | undefined {
  const [plot, setPlot] = useState(() => loadedPlot);
  useEffect(() => {
    if (plot === undefined) {
      void loadPlot().then(() => startTransition(() => setPlot(() => loadedPlot)));
    }
  }, [plot]);
  return plot;
}
