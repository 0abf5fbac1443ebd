import { startTransition, useEffect, useState } from 'react';
import { waitUntilFrameShown } from '../../ui/after-frame.ts';

type Plot = typeof import('./plot.tsx').Plot;

/**
 * The code of the plot, which later charts render at once; undefined until it has loaded, and null if loading failed. Like
 * the module itself, it is loaded once for all charts.
 */
let loadedPlot: Plot | null | undefined;

/** Loads the plot. Recharts is large, so what is above the chart is shown first. */
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
